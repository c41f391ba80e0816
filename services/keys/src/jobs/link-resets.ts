import { allEnded } from '@gx/runtime';
import { newLink } from '../domain/link.ts';
import { linkReset } from '../domain/user-login.ts';
import type { ResetRequest, ResetRequestStore } from '../store/reset-requests.ts';
import type { UserStore } from '../store/users.ts';

type LinkResets = {
  readonly requests: ResetRequestStore;
  readonly users: Pick<UserStore, 'findByEmail' | 'update'>;
};
const AT_ONCE_MAX = 100;

/** Makes the links of password resets that were asked for, of users who can log in. */
export const linkResets =
  ({ requests, users }: LinkResets) =>
  async (): Promise<void> => {
    const link = async (request: ResetRequest): Promise<void> => {
      const user = await users.findByEmail(request.email);
      const made = newLink(request.id, 'password_reset', request.at);
      if (user !== undefined) await users.update(user.accountId, user.id, (one) => linkReset(one, made));
      await requests.remove(request);
    };
    // One that fails keeps no other.
    await allEnded((await requests.oldest(AT_ONCE_MAX)).map(link));
  };

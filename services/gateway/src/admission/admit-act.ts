import { accountStateIn } from '@gx/core';
import type { Clients } from '../clients.ts';
import type { EdgeOptions } from '../edge/app.ts';
import type { AccountChange } from '../edge/route.ts';
import type { minuteWindow } from './minute-window.ts';

type ActDeps = {
  readonly keys: Pick<Clients['keys'], 'readToken'>;
  readonly count: ReturnType<typeof minuteWindow>;
  /** Changes that one account may make. */
  readonly perMinute: Readonly<Record<AccountChange, number>>;
};

const COUNTED = {
  keys: { right: 'change_api_keys', window: 'key-changes' },
  users: { right: 'manage_users', window: 'user-changes' },
} as const satisfies Record<AccountChange, object>;

/**
 * Lets an act of a user in. A change of API keys or users leaves a slot, a mail or audit events behind for
 * good. Keys says whose the token is, so neither a second login nor a forged token gives anybody another
 * window or uses up somebody else's; nor does a user who may not make the change.
 */
export const admitAct =
  ({ keys, count, perMinute }: ActDeps): NonNullable<EdgeOptions['admitAct']> =>
  async (call, { accessToken, changes }) => {
    const counted = changes && COUNTED[changes];
    const right = counted === undefined ? {} : { right: counted.right };
    const owner = await keys.readToken(call, { accessToken, ...right });
    const accountState = accountStateIn(owner.accountState);
    if (changes === undefined || counted === undefined) return { accountState };
    return { accountState, rateLimit: await count(`${counted.window}:${owner.accountId}`, perMinute[changes]) };
  };

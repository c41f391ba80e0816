import type { Deps } from '../deps.ts';
import { logOutAll as end } from '../domain/user-login.ts';
import { userAct } from '../new-act.ts';
import { authenticateUser } from './authenticate.ts';

type LogOutAll = { readonly accessToken: string; readonly clientAddress: string };

/** Ends all tokens of the user whose token it is, that one too, on every replica once it has answered. */
export async function logOutAll(
  deps: Pick<Deps, 'tokens' | 'denials' | 'users'>,
  now: Date,
  { accessToken, clientAddress }: LogOutAll,
): Promise<void> {
  const { user } = await authenticateUser(deps, now, accessToken);
  const act = userAct(user.id, now, clientAddress);
  await deps.users.update(user.accountId, user.id, (current) => end(current, user, act));
}

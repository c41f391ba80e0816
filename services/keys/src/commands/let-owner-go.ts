import type { Deps } from '../deps.ts';
import { isActiveOwner, lastOwner, type User } from '../domain/user.ts';

/**
 * To be called before a user may stop being an active owner; answers the user whom the account let go, or
 * undefined for one who is none. Refusal `unprocessable_entity`, with this `param`, for the last one. An
 * owner leaves the account first: who dies in between leaves an owner on whom nobody counts, and who goes
 * at the next try.
 */
export async function letOwnerGo(
  { accounts, users }: Pick<Deps, 'accounts' | 'users'>,
  user: User,
  param?: string,
): Promise<User | undefined> {
  if (!isActiveOwner(user)) return undefined;
  const mayGo = await accounts.letOwnerGo(user, () => users.activeOwners(user.accountId));
  if (!mayGo) throw lastOwner(param);
  return user;
}

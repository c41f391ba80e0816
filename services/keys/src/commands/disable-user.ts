import { type Id, notFound } from '@gx/core';
import type { Deps } from '../deps.ts';
import { checkOperator, OPS } from '../domain/audit.ts';
import { disable, isActiveOwner, lastOwner, type User } from '../domain/user.ts';
import { newAct } from '../new-act.ts';

type DisableUser = { readonly userId: Id<'user'> | undefined; readonly operator: string };
type DisabledUser = { readonly user: User; readonly wasDisabled: boolean };

/**
 * Ends a user's logins and tokens; once it has answered, no replica takes one of them. An owner leaves the
 * account first: who dies in between leaves an owner on whom nobody counts, and who is disabled at the next try.
 */
export async function disableUser(
  { accounts, users }: Pick<Deps, 'accounts' | 'users'>,
  now: Date,
  { userId, operator }: DisableUser,
): Promise<DisabledUser> {
  const act = newAct(OPS, now, checkOperator(operator));
  const found = userId && (await users.confirmed(userId));
  if (found === undefined) throw notFound('user');
  const owner = isActiveOwner(found) ? found : undefined;
  const mayGo = owner === undefined || (await accounts.letOwnerGo(owner, () => users.activeOwners(owner.accountId)));
  if (!mayGo) throw lastOwner();
  const { before, user } = await users.update(found.accountId, found.id, (current) => disable(current, owner, act));
  return { user, wasDisabled: before.status === 'disabled' };
}

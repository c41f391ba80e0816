import { type Id, notFound } from '@gx/core';
import type { Deps } from '../deps.ts';
import { checkOperator, OPS } from '../domain/audit.ts';
import { disable, type User } from '../domain/user.ts';
import { newAct } from '../new-act.ts';

type DisableUser = { readonly userId: Id<'user'> | undefined; readonly operator: string };
type DisabledUser = { readonly user: User; readonly wasDisabled: boolean };

/** Ends a user's logins and tokens; once it has answered, no replica takes one of them. */
export async function disableUser(
  { users }: Pick<Deps, 'users'>,
  now: Date,
  { userId, operator }: DisableUser,
): Promise<DisabledUser> {
  const act = newAct(OPS, now, checkOperator(operator));
  if (userId === undefined) throw notFound('user');
  const { before, user } = await users.update(userId, (found, otherOwners) => disable(found, otherOwners, act));
  return { user, wasDisabled: before.status === 'disabled' };
}

import { type Id, notFound } from '@gx/core';
import type { Deps } from '../deps.ts';
import type { ActingUser } from '../domain/caller.ts';
import { changeRole, checkRole } from '../domain/membership.ts';
import type { User } from '../domain/user.ts';
import { userAct } from '../new-act.ts';
import { letOwnerGo } from './let-owner-go.ts';

type ChangeUserRole = { readonly userId: Id<'user'> | undefined; readonly role: string };

/** Gives a user of the caller's account another role, from the next call of that user on. */
export async function changeUserRole(
  { accounts, users }: Pick<Deps, 'accounts' | 'users'>,
  caller: ActingUser,
  now: Date,
  request: ChangeUserRole,
): Promise<User> {
  const role = checkRole(request.role);
  const found = request.userId && (await users.confirmed(request.userId));
  if (found === undefined || found.accountId !== caller.accountId) throw notFound('user');
  const letGo = role === 'owner' ? undefined : await letOwnerGo({ accounts, users }, found, 'role');
  const act = userAct(caller.userId, now, caller.clientAddress);
  return (await users.update(found.accountId, found.id, (user) => changeRole(user, role, letGo, act))).user;
}

import { type Id, notFound } from '@gx/core';
import type { Deps } from '../deps.ts';
import type { ActingUser } from '../domain/caller.ts';
import { disable } from '../domain/user.ts';
import { userAct } from '../new-act.ts';
import { letOwnerGo } from './let-owner-go.ts';

/**
 * Disables a user of the caller's account, or takes the invitation away; tokens end as `disableUser` says.
 */
export async function removeUser(
  { accounts, users }: Pick<Deps, 'accounts' | 'users'>,
  caller: ActingUser,
  now: Date,
  userId: Id<'user'> | undefined,
): Promise<void> {
  const found = userId && (await users.confirmed(userId));
  if (found === undefined || found.accountId !== caller.accountId) throw notFound('user');
  const letGo = await letOwnerGo({ accounts, users }, found);
  const act = userAct(caller.userId, now, caller.clientAddress);
  await users.update(found.accountId, found.id, (user) => disable(user, letGo, act));
}

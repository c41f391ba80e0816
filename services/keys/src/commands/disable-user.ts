import { type Id, notFound } from '@gx/core';
import type { Deps } from '../deps.ts';
import { checkOperator } from '../domain/audit.ts';
import { disable, type User } from '../domain/user.ts';
import { operatorAct } from '../new-act.ts';
import { letOwnerGo } from './let-owner-go.ts';

type DisableUser = { readonly userId: Id<'user'> | undefined; readonly operator: string };
type DisabledUser = { readonly user: User; readonly wasDisabled: boolean };

/** Ends a user's logins and tokens; once it has answered, no replica takes one of them. */
export async function disableUser(
  { accounts, users }: Pick<Deps, 'accounts' | 'users'>,
  now: Date,
  { userId, operator }: DisableUser,
): Promise<DisabledUser> {
  const act = operatorAct(now, checkOperator(operator));
  const found = userId && (await users.confirmed(userId));
  if (found === undefined) throw notFound('user');
  const owner = await letOwnerGo({ accounts, users }, found, 'user_id');
  const { before, user } = await users.update(found.accountId, found.id, (current) => disable(current, owner, act));
  return { user, wasDisabled: before.status === 'disabled' };
}

import { type Id, notFound } from '@gx/core';
import type { Deps } from '../deps.ts';
import { checkOperator, checkReason } from '../domain/audit.ts';
import type { User } from '../domain/user.ts';
import { removeTotpByOperator as remove } from '../domain/user-totp.ts';
import { operatorAct } from '../new-act.ts';

type RemoveTotpByOperator = {
  readonly userId: Id<'user'> | undefined;
  /** Who decided, and why, for the record. */
  readonly operator: string;
  readonly reason: string;
};
type UserWithoutTotp = { readonly user: User; readonly wasRemoved: boolean };

/** Lets a user who has lost the device log in by the password alone; all tokens of that user end. */
export async function removeTotpByOperator(
  { users }: Pick<Deps, 'users'>,
  now: Date,
  { userId, ...request }: RemoveTotpByOperator,
): Promise<UserWithoutTotp> {
  const act = { ...operatorAct(now, checkOperator(request.operator)), reason: checkReason(request.reason) };
  const found = userId && (await users.confirmed(userId));
  if (found === undefined) throw notFound('user');
  const { before, user } = await users.update(found.accountId, found.id, (current) => remove(current, act));
  return { user, wasRemoved: before.totp === undefined };
}

import { type Id, newId, notFound } from '@gx/core';
import { newPassword } from '../credentials/passwords.ts';
import type { Deps } from '../deps.ts';
import { checkOperator } from '../domain/audit.ts';
import { add, checkNewUser, emailInUse, letInAgain, type NewUser, type User } from '../domain/user.ts';
import { operatorAct } from '../new-act.ts';

type AddUser = NewUser & {
  readonly accountId: Id<'account'> | undefined;
  /** Who decided, for the record. */
  readonly operator: string | undefined;
};
/** A user with the password that only the answer that carries this ever shows. */
export type AddedUser = { readonly user: User; readonly password: string };

/**
 * Gives an account one more user. The e-mail of a user of the account that was disabled lets that one in
 * again: a person stays one user, whatever was decided meanwhile.
 */
export async function addUser(
  { accounts, users, passwords }: Pick<Deps, 'accounts' | 'users' | 'passwords'>,
  now: Date,
  { accountId, operator, ...requested }: AddUser,
): Promise<AddedUser> {
  const profile = checkNewUser(requested);
  const act = operatorAct(now, operator === undefined ? undefined : checkOperator(operator));
  const account = accountId && (await accounts.find(accountId));
  if (account === undefined) throw notFound('account');
  const password = newPassword();
  const withPassword = { ...profile, passwordHash: await passwords.hash(password) };
  const known = await users.findByEmail(profile.email);
  if (known === undefined) {
    const { user, audit } = add({ ...withPassword, id: newId('user'), accountId: account.id, createdAt: now }, act);
    if (!(await users.insert(user, audit))) throw emailInUse();
    return { user, password };
  }
  if (known.accountId !== account.id) throw emailInUse();
  const { user } = await users.update(account.id, known.id, (disabled) => letInAgain(disabled, withPassword, act));
  return { user, password };
}

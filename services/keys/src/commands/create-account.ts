import { newId } from '@gx/core';
import type { Deps } from '../deps.ts';
import { type Account, checkNewAccount, type NewAccount, settingsOf } from '../domain/account.ts';
import { AS_OPENED } from '../domain/account-standing.ts';
import { emailInUse, NEW, type User } from '../domain/user.ts';

/**
 * Makes an account and its first user, an owner. The user is written last and is what counts: an account
 * that a crash or a race for the e-mail left without one can be entered by nobody, and the operator's retry
 * makes a new one.
 */
export async function createAccount(
  { accounts, users, passwords, defaults }: Pick<Deps, 'accounts' | 'users' | 'passwords' | 'defaults'>,
  now: Date,
  newAccount: NewAccount,
): Promise<{ account: Account; userId: User['id'] }> {
  checkNewAccount(newAccount);
  if ((await users.findByEmail(newAccount.email)) !== undefined) throw emailInUse();
  const account: Account = {
    id: newId('account'),
    name: newAccount.name.trim(),
    settings: settingsOf(newAccount.settings, defaults),
    own: { live: {}, test: {} },
    standing: AS_OPENED,
    createdAt: now,
  };
  const user: User = {
    id: newId('user'),
    accountId: account.id,
    name: newAccount.userName.trim(),
    email: newAccount.email.trim(),
    role: 'owner',
    status: 'active',
    ...NEW,
    passwordHash: await passwords.hash(newAccount.password),
    createdAt: now,
  };
  await accounts.insert(account);
  if (!(await users.insert(user))) throw emailInUse();
  return { account, userId: user.id };
}

import { invariant } from '@gx/core';
import type { AccessToken } from '../access-tokens.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../domain/account.ts';
import { loginRefused } from '../domain/caller.ts';
import type { User } from '../domain/user.ts';

/**
 * Trades e-mail and password for an access token. An unknown user, and one that was disabled, costs the same
 * time and gets the same answer.
 */
export async function logIn(
  { accounts, users, passwords, tokens }: Pick<Deps, 'accounts' | 'users' | 'passwords' | 'tokens'>,
  now: Date,
  { email, password }: LogIn,
): Promise<LogInResult> {
  const found = await users.findByEmail(email);
  const user = found?.status === 'active' ? found : undefined;
  const matches = await passwords.matches(user?.passwordHash, password);
  if (user === undefined || !matches) throw loginRefused();
  const account = await accounts.find(user.accountId);
  invariant(account !== undefined, 'a user without an account');
  return { ...(await tokens.sign(user, now)), user, account };
}

type LogIn = { readonly email: string; readonly password: string };
type LogInResult = AccessToken & { readonly user: User; readonly account: Account };

import { invariant } from '@gx/core';
import type { AccessToken } from '../access-tokens.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../domain/account.ts';
import { loginRefused } from '../domain/caller.ts';
import type { User } from '../domain/user.ts';
import { loginTotpRequired } from '../domain/user-totp.ts';
import { useTotp } from './use-totp.ts';

/**
 * Trades e-mail and password for an access token. An unknown user, and one that was disabled, costs the same
 * time and gets the same answer. That a user has a second factor is seen once the password was right.
 */
export async function logIn(
  {
    accounts,
    users,
    passwords,
    tokens,
    secrets,
  }: Pick<Deps, 'accounts' | 'users' | 'passwords' | 'tokens' | 'secrets'>,
  now: Date,
  { email, password, totp }: LogIn,
): Promise<LogInResult> {
  const found = await users.findByEmail(email);
  const known = found?.status === 'active' ? found : undefined;
  const matches = await passwords.matches(known?.passwordHash, password);
  if (known === undefined || !matches) throw loginRefused();
  const user = await useTotp({ users, secrets }, now, known, { code: totp, refused: loginTotpRequired });
  const account = await accounts.find(user.accountId);
  invariant(account !== undefined, 'a user without an account');
  return { ...(await tokens.sign(user, now)), user, account };
}

type LogIn = { readonly email: string; readonly password: string; readonly totp: string | undefined };
type LogInResult = AccessToken & { readonly user: User; readonly account: Account };

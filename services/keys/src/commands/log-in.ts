import { invariant } from '@gx/core';
import type { AccessToken } from '../credentials/access-tokens.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../domain/account.ts';
import { loginRefused } from '../domain/caller.ts';
import { type LoginOrigin, strangerRefused } from '../domain/known-address.ts';
import type { User } from '../domain/user.ts';
import { loginTotpRequired } from '../domain/user-totp.ts';
import { useTotp } from './use-totp.ts';

/**
 * Trades e-mail and password for an access token. An unknown user, and one that was disabled, costs the same
 * time and gets the same answer. Addresses that the user logged in from before get in when others have to
 * wait. That a user has a second factor is seen once the password was right.
 */
export async function logIn(
  deps: LogInDeps,
  now: Date,
  { email, password, totp, clientAddress, strangersWaitSeconds }: LogIn,
): Promise<LogInResult> {
  const { accounts, users, passwords, addresses, tokens } = deps;
  const found = await users.findByEmail(email);
  const active = found?.status === 'active' ? found : undefined;
  const isKnown = await addresses.isKnown(active, clientAddress, now);
  if (strangersWaitSeconds !== undefined && !isKnown) throw strangerRefused(strangersWaitSeconds);
  const matches = await passwords.matches(active?.passwordHash, password, isKnown ? 'kept' : 'strangers');
  if (active === undefined || !matches) throw loginRefused();
  const user = await useTotp(deps, now, active, { code: totp, refused: loginTotpRequired });
  const account = await accounts.find(user.accountId);
  invariant(account !== undefined, 'a user without an account');
  await addresses.remember(user, clientAddress, now);
  return { ...(await tokens.sign(user, now)), user, account };
}

type LogInDeps = Pick<Deps, 'accounts' | 'users' | 'passwords' | 'addresses' | 'tokens' | 'secrets'>;
type LogIn = LoginOrigin & { readonly email: string; readonly password: string; readonly totp?: string };
type LogInResult = AccessToken & { readonly user: User; readonly account: Account };

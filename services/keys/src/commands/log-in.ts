import { invariant } from '@gx/core';
import type { AccessToken } from '../access-tokens.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../domain/account.ts';
import { loginRefused } from '../domain/caller.ts';
import { type LoginOrigin, strangerRefused } from '../domain/known-address.ts';
import type { User } from '../domain/user.ts';

/**
 * Trades e-mail and password for an access token. An unknown user, and one that was disabled, costs the same
 * time and gets the same answer. Addresses that the user logged in from before get in when others have to
 * wait.
 */
export async function logIn(
  { accounts, users, passwords, addresses, tokens }: LogInDeps,
  now: Date,
  { email, password, clientAddress, strangersWaitSeconds }: LogIn,
): Promise<LogInResult> {
  const found = await users.findByEmail(email);
  const user = found?.status === 'active' ? found : undefined;
  const isKnown = await addresses.isKnown(user, clientAddress, now);
  if (strangersWaitSeconds !== undefined && !isKnown) throw strangerRefused(strangersWaitSeconds);
  const matches = await passwords.matches(user?.passwordHash, password, isKnown ? 'kept' : 'strangers');
  if (user === undefined || !matches) throw loginRefused();
  const account = await accounts.find(user.accountId);
  invariant(account !== undefined, 'a user without an account');
  await addresses.remember(user, clientAddress, now);
  return { ...(await tokens.sign(user, now)), user, account };
}

type LogInDeps = Pick<Deps, 'accounts' | 'users' | 'passwords' | 'addresses' | 'tokens'>;
type LogIn = LoginOrigin & { readonly email: string; readonly password: string };
type LogInResult = AccessToken & { readonly user: User; readonly account: Account };

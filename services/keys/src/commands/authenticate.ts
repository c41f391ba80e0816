import type { Deps } from '../deps.ts';
import { type Caller, isCurrent, type TokenClaims, tokenRefused } from '../domain/caller.ts';
import { demandRight, type Right } from '../domain/rights.ts';
import type { User } from '../domain/user.ts';

type Tokens = Pick<Deps, 'tokens' | 'denials' | 'users'>;

/**
 * Who the access token speaks for, with the role of this moment; Refusal `unauthorized` if it is forged,
 * expired, meant for others or logged out, or if its user was disabled.
 */
export async function authenticate(deps: Tokens, now: Date, accessToken: string): Promise<Caller> {
  const { token, user } = await authenticateUser(deps, now, accessToken);
  return { ...token, role: user.role };
}

/** The same, and the user as it was read; refused likewise. */
export async function authenticateUser(
  { tokens, denials, users }: Tokens,
  now: Date,
  accessToken: string,
): Promise<{ readonly token: TokenClaims; readonly user: User }> {
  const token = await tokens.verify(accessToken, now);
  const [isDenied, user] = await Promise.all([denials.isDenied(token.tokenId), users.confirmed(token.userId)]);
  if (isDenied || user === undefined || user.accountId !== token.accountId) throw tokenRefused();
  if (user.status !== 'active' || !isCurrent(token, user)) throw tokenRefused();
  return { token, user };
}

/** The same for a caller who needs a right: Refusal `forbidden`, reason `role_not_allowed`, without it. */
export async function authorize(
  deps: Tokens,
  now: Date,
  { accessToken, right }: { readonly accessToken: string; readonly right: Right | undefined },
): Promise<Caller> {
  const caller = await authenticate(deps, now, accessToken);
  if (right !== undefined) demandRight(caller.role, right);
  return caller;
}

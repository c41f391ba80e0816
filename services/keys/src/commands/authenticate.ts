import type { Deps } from '../deps.ts';
import { type Caller, tokenRefused } from '../domain/caller.ts';
import { demandRight, type Right } from '../domain/rights.ts';

/**
 * Who the access token speaks for, with the role of this moment; Refusal `unauthorized` if it is forged,
 * expired, meant for others or logged out, or if its user was disabled.
 */
export async function authenticate(
  { tokens, denials, users }: Pick<Deps, 'tokens' | 'denials' | 'users'>,
  now: Date,
  accessToken: string,
): Promise<Caller> {
  const token = await tokens.verify(accessToken, now);
  const [isDenied, user] = await Promise.all([denials.isDenied(token.tokenId), users.confirmed(token.userId)]);
  if (isDenied || user === undefined || user.accountId !== token.accountId) throw tokenRefused();
  if (user.status !== 'active' || user.tokenGeneration !== token.generation) throw tokenRefused();
  return { ...token, role: user.role };
}

/** The same for a caller who needs a right: Refusal `forbidden`, reason `role_not_allowed`, without it. */
export async function authorize(
  deps: Pick<Deps, 'tokens' | 'denials' | 'users'>,
  now: Date,
  { accessToken, right }: { readonly accessToken: string; readonly right: Right },
): Promise<Caller> {
  const caller = await authenticate(deps, now, accessToken);
  demandRight(caller.role, right);
  return caller;
}

import type { Deps } from '../deps.ts';
import { type Caller, tokenRefused } from '../domain/caller.ts';

/**
 * Who the access token speaks for; Refusal `unauthorized` if it is forged, expired, meant for others or
 * logged out.
 */
export async function authenticate(
  { tokens, denials }: Pick<Deps, 'tokens' | 'denials'>,
  now: Date,
  accessToken: string,
): Promise<Caller> {
  const caller = await tokens.verify(accessToken, now);
  if (await denials.isDenied(caller.tokenId)) throw tokenRefused();
  return caller;
}

import type { Deps } from '../deps.ts';
import type { Caller } from '../domain/caller.ts';

/** Denies the caller's token from now to its end (decisions N6). */
export function logOut({ denials }: Pick<Deps, 'denials'>, caller: Caller): Promise<void> {
  return denials.deny(caller.tokenId, caller.expiresAt);
}

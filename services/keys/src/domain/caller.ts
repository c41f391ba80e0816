import { type Id, Refusal } from '@gx/core';
import type { Role } from './rights.ts';
import type { User } from './user.ts';

/** What an access token says of itself. */
export type TokenClaims = {
  readonly userId: Id<'user'>;
  readonly accountId: Id<'account'>;
  /** The token's `jti`, what a logout denies. */
  readonly tokenId: string;
  /** It is good while this is the user's own. */
  readonly generation: number;
  readonly expiresAt: Date;
};
/** Who a good access token speaks for. Every operation on keys works on this account and no other. */
export type Caller = TokenClaims & {
  /** The user's own of this moment, whatever the token says. */
  readonly role: Role;
};

/** A caller who acts: from an address, which is empty where nobody knows it. */
export type ActingUser = Caller & { readonly clientAddress: string };

/**
 * Whether a token has not ended: of its user's generation, or the one that the end of the others has spared.
 */
export const isCurrent = (
  { generation, tokenId }: TokenClaims,
  { tokenGeneration, sparedToken }: Pick<User, 'tokenGeneration' | 'sparedToken'>,
): boolean =>
  generation === tokenGeneration || (tokenId === sparedToken?.tokenId && sparedToken.generation === tokenGeneration);

/** One answer for every token that is not accepted: nothing tells an expired one from a forged one. */
export const tokenRefused = (): Refusal =>
  new Refusal(
    'unauthorized',
    'The login token is wrong, expired or logged out. POST /v1/auth/login answers a new one.',
  );

/** One answer for an unknown user and for a wrong password (decisions N5). */
export const loginRefused = (): Refusal => new Refusal('unauthorized', 'Wrong e-mail or password.');

import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import { addMillis, parseId, wireId } from '@gx/core';
import { calculateJwkThumbprint, errors, exportJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { type TokenClaims, tokenRefused } from '../domain/caller.ts';
import type { User } from '../domain/user.ts';

const ALGORITHM = 'ES256';
const AUDIENCE = 'gx-api-keys';
const LIFETIME_SECONDS = 3_600;
/** Our own claim: the user's `tokenGeneration`; absent: 0, as of every user whose tokens were never ended. */
const GENERATION = 'gen';
/**
 * Replicas' clocks differ, by a minute at worst: a token that one has just signed is good at the next one
 * too.
 */
const NOT_BEFORE_SLACK_SECONDS = 90;

type Options = {
  readonly signingKey: KeyObject;
  /** Public keys of the past: still accepted and published while their tokens live, never signed with. */
  readonly previousKeys: readonly KeyObject[];
  readonly issuer: string;
};
type VerificationKey = { readonly jwk: JWK & { kid: string }; readonly key: KeyObject };
type Holder = Pick<User, 'id' | 'accountId' | 'role' | 'tokenGeneration'>;
export type AccessToken = { readonly token: string; readonly expiresInSeconds: number };
export type AccessTokens = Awaited<ReturnType<typeof accessTokens>>;

/** Signs and checks login tokens (decisions N12); `jwks` is the public half as a JSON Web Key Set. */
export async function accessTokens({ signingKey, previousKeys, issuer }: Options) {
  const current = await publicKey(createPublicKey(signingKey));
  const known = [current, ...(await Promise.all(previousKeys.map(publicKey)))];
  const keyOf = new Map(known.map(({ jwk, key }) => [jwk.kid, key]));

  return {
    jwks: JSON.stringify({ keys: [...new Map(known.map(({ jwk }) => [jwk.kid, jwk])).values()] }),

    async sign({ id: userId, accountId, role, tokenGeneration }: Holder, now: Date): Promise<AccessToken> {
      const issuedAt = Math.floor(now.getTime() / 1_000);
      const generation = tokenGeneration === 0 ? {} : { [GENERATION]: tokenGeneration };
      const token = await new SignJWT({ account_id: wireId('account', accountId), role, ...generation })
        .setProtectedHeader({ alg: ALGORITHM, kid: current.jwk.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(wireId('user', userId))
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt - NOT_BEFORE_SLACK_SECONDS)
        .setExpirationTime(issuedAt + LIFETIME_SECONDS)
        .sign(signingKey);
      return { token, expiresInSeconds: LIFETIME_SECONDS };
    },

    /** What the token says, or Refusal `unauthorized`. Whether it was ended early is decided elsewhere. */
    async verify(token: string, now: Date): Promise<TokenClaims> {
      const { payload } = await jwtVerify(token, ({ kid }) => found(keyOf.get(kid ?? '')), {
        algorithms: [ALGORITHM],
        typ: 'JWT',
        issuer,
        audience: AUDIENCE,
        currentDate: now,
        requiredClaims: ['iss', 'aud', 'sub', 'account_id', 'jti', 'iat', 'nbf', 'exp'],
      }).catch(refuse);
      const userId = parseId('user', String(payload.sub));
      const accountId = parseId('account', String(payload['account_id']));
      if (userId === undefined || accountId === undefined) throw tokenRefused();
      return {
        userId,
        accountId,
        tokenId: String(payload.jti),
        generation: Number(payload[GENERATION] ?? 0),
        expiresAt: addMillis(new Date(0), Number(payload.exp) * 1_000),
      };
    },
  };
}

async function publicKey(key: KeyObject): Promise<VerificationKey> {
  const jwk = await exportJWK(key);
  return { key, jwk: { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: ALGORITHM, use: 'sig' } };
}

function found(key: KeyObject | undefined): KeyObject {
  if (key === undefined) throw new errors.JWKSNoMatchingKey();
  return key;
}

/** What the library refuses is the caller's fault; anything else is ours and stays what it is. */
function refuse(error: unknown): never {
  if (!(error instanceof errors.JOSEError)) throw error;
  const refusal = tokenRefused();
  refusal.cause = new Error(error.code);
  throw refusal;
}

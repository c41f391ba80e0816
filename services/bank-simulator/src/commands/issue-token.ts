import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '@gx/core';
import type { SimulatedBank } from '../bank.ts';
import { isScope, type Scope } from '../domain/client.ts';

export type TokenRequest = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly grantType: string;
  readonly scope?: string | undefined;
};
export type TokenAnswer =
  | { readonly ok: true; readonly token: string; readonly scopes: readonly Scope[]; readonly expiresIn: number }
  | { readonly ok: false; readonly error: 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope' };

/**
 * OAuth 2 client credentials (RFC 6749 4.4). Without `scope` the token carries everything the client may do.
 */
export async function issueToken(
  { clients, tokens, tokenSeconds }: SimulatedBank,
  request: TokenRequest,
  now: Date,
): Promise<TokenAnswer> {
  const client = await clients.get(request.clientId);
  if (client === undefined || !sameHash(client.secretHash, sha256Hex(request.clientSecret)))
    return { ok: false, error: 'invalid_client' };
  if (request.grantType !== 'client_credentials') return { ok: false, error: 'unsupported_grant_type' };
  const wanted = (request.scope ?? '').split(' ').filter((name) => name !== '');
  const scopes = wanted.length === 0 ? client.scopes : wanted.filter(isScope);
  if (scopes.length < wanted.length || scopes.some((scope) => !client.scopes.includes(scope)))
    return { ok: false, error: 'invalid_scope' };
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + tokenSeconds * 1000);
  await tokens.insert(token, { clientId: client.clientId, scopes, expiresAt });
  return { ok: true, token, scopes, expiresIn: tokenSeconds };
}

const sameHash = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));

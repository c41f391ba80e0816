import { randomBytes, timingSafeEqual } from 'node:crypto';
import { addMillis, parseJson, sha256Hex } from '@gx/core';
import type { SimulatedBank } from './bank.ts';
import { isScope } from './domain/client.ts';
import { playScenario } from './play-scenario.ts';
import type { BankResponse, BankRoute, Request } from './route.ts';

/**
 * `POST /oauth/token`: HTTP Basic, `grant_type=client_credentials` as a form (RFC 6749) or as JSON (as Efí
 * has it).
 */
export const TOKEN_ROUTE: BankRoute = {
  method: 'POST',
  path: '/oauth/token',
  act: async (bank, request) => {
    const credentials = basic(request.headers.authorization ?? '');
    const scenario = await bank.scenarios.claim({ operation: 'token', clientId: credentials?.clientId });
    const act = () => issue(bank, request, credentials);
    return playScenario(scenario, { operation: 'token', gone: request.gone, act });
  },
};

type Credentials = { readonly clientId: string; readonly clientSecret: string };

/**
 * OAuth 2 client credentials (RFC 6749 4.4). Without `scope` the token carries everything the client may do.
 */
async function issue(
  { clients, tokens, tokenSeconds, now }: SimulatedBank,
  request: Request,
  credentials: Credentials | undefined,
): Promise<BankResponse> {
  const { grantType, scope = '' } = readGrant(request);
  if (grantType === undefined) return failed(400, 'invalid_request');
  const client = credentials && (await clients.get(credentials.clientId));
  if (client === undefined || !sameHash(client.secretHash, sha256Hex(credentials?.clientSecret ?? '')))
    return failed(401, 'invalid_client');
  if (grantType !== 'client_credentials') return failed(400, 'unsupported_grant_type');
  const wanted = scope.split(' ').filter((name) => name !== '');
  const scopes = wanted.length === 0 ? client.scopes : wanted.filter(isScope);
  if (scopes.length < wanted.length || scopes.some((one) => !client.scopes.includes(one)))
    return failed(400, 'invalid_scope');
  const token = randomBytes(32).toString('base64url');
  await tokens.insert(token, { clientId: client.clientId, scopes, expiresAt: addMillis(now(), tokenSeconds * 1000) });
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds, scope: scopes.join(' ') },
  };
}

const sameHash = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));

/** Errors of this one route have OAuth's form, not the API's (RFC 6749 5.2). */
const failed = (status: number, error: string): BankResponse => ({
  status,
  body: { error },
  ...(status === 401 ? { headers: { 'www-authenticate': 'Basic realm="api-pix"' } } : {}),
});

function basic(header: string): Credentials | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1) };
}

function readGrant({ headers, body }: Request): { grantType?: string; scope?: string } {
  const type = headers['content-type'] ?? '';
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    const form = new URLSearchParams(body);
    return defined(form.get('grant_type'), form.get('scope'));
  }
  try {
    const parsed: unknown = parseJson(body);
    if (typeof parsed !== 'object' || parsed === null) return {};
    const { grant_type, scope } = parsed as Record<string, unknown>;
    return defined(grant_type, scope);
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

const defined = (grantType: unknown, scope: unknown) => ({
  ...(typeof grantType === 'string' ? { grantType } : {}),
  ...(typeof scope === 'string' ? { scope } : {}),
});

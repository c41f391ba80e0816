import { parseJson } from '@gx/core';
import type { SimulatedBank } from './bank.ts';
import { issueToken } from './commands/issue-token.ts';
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
    const act = () => answerOf(bank, request, credentials);
    return playScenario(scenario, { operation: 'token', gone: request.gone, act });
  },
};

type Credentials = { readonly clientId: string; readonly clientSecret: string };

async function answerOf(
  bank: SimulatedBank,
  request: Request,
  credentials: Credentials | undefined,
): Promise<BankResponse> {
  const { grantType, scope } = readGrant(request);
  if (grantType === undefined) return failed(400, 'invalid_request');
  if (credentials === undefined) return failed(401, 'invalid_client');
  const issued = await issueToken(bank, { ...credentials, grantType, scope }, bank.now());
  if (!issued.ok) return failed(issued.error === 'invalid_client' ? 401 : 400, issued.error);
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      access_token: issued.token,
      token_type: 'Bearer',
      expires_in: issued.expiresIn,
      scope: issued.scopes.join(' '),
    },
  };
}

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

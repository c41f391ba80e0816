import type { IncomingMessage } from 'node:http';
import { Refusal } from '@gx/core';
import { KEY_SHAPE } from '../admission/admit-key.ts';
import { singleHeader, timesSent } from './single-header.ts';

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,4096})$/i;
const API_KEY = /gx_(?:live|test)_/;
const TOKEN = /^(?:Bearer +)?eyJ[\w-]*\./i;
const SEND_TOKEN = 'POST /v1/auth/login answers one; send it as `Authorization: Bearer <token>`.';

/** What a client sent as a login token, unless it is an API key. */
export function accessTokenIn(request: IncomingMessage): string | undefined {
  const token = BEARER.exec(singleHeader(request, 'authorization') ?? '')?.[1];
  return token === undefined || API_KEY.test(token) ? undefined : token;
}

/**
 * Why a request has nothing that could be an API key, and where to send one; undefined if it has. No value of
 * a header leaves here: what is in the wrong one may be a key all the same.
 */
export function keyProblem(request: IncomingMessage): Refusal | undefined {
  const key = request.headers['apikey'];
  if (typeof key === 'string' && KEY_SHAPE.test(key)) return undefined;
  return new Refusal('unauthorized', key === undefined ? missingKey(request) : malformedKey(request, String(key)), {
    param: 'apikey',
  });
}

function missingKey(request: IncomingMessage): string {
  const header = headerWithKey(request);
  if (header !== undefined)
    return `The API key came in the header \`${header}\`. Send it in the header \`apikey\`, without Bearer.`;
  if (API_KEY.test(request.url ?? ''))
    return 'The API key came in the address, which logs keep. Send it in the header `apikey`, and rotate it: POST /v1/api-keys/{id}/rotate.';
  if (accessTokenIn(request) !== undefined)
    return 'A login token does not open this route. Send an API key in the header `apikey`; POST /v1/api-keys issues one.';
  return 'An API key is required. Send it in the header `apikey`.';
}

function malformedKey(request: IncomingMessage, key: string): string {
  if (timesSent(request, 'apikey') > 1) return 'The header `apikey` must be sent once.';
  if (TOKEN.test(key))
    return 'The header `apikey` has a login token. Send an API key in it; POST /v1/api-keys issues one.';
  return 'The header `apikey` must have an API key and nothing else: gx_test_ or gx_live_ and 32 characters, without Bearer, quotes or spaces.';
}

/** Names are tokens of HTTP, and bounded here; the value is what stays. */
const headerWithKey = ({ headers }: IncomingMessage): string | undefined =>
  Object.entries(headers)
    .find(([, value]) => API_KEY.test(String(value)))?.[0]
    .slice(0, 40);

/** Why a request has no login token, and what to do. */
export function tokenProblem(request: IncomingMessage): Refusal {
  const message =
    headerWithKey(request) !== undefined
      ? `An API key does not open this route: it needs a login token. ${SEND_TOKEN}`
      : timesSent(request, 'authorization') > 1
        ? 'The header `Authorization` must be sent once.'
        : `A login token is required. ${SEND_TOKEN}`;
  return new Refusal('unauthorized', message, { param: 'Authorization' });
}

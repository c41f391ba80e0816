import { ERRORS, notFound, parseJson } from '@gx/core';
import { errorCatalog, jwks } from '../contract/answers/reference.ts';
import { ok } from '../edge/answer.ts';
import { route } from '../edge/route.ts';

const CATALOG = Object.entries(ERRORS).map(([code, { type, http, description }]) => ({
  code,
  type,
  http,
  description,
}));

export const REFERENCE = [
  route({
    at: 'GET /v1/errors',
    auth: 'none',
    operation: 'getErrorCatalog',
    summary: 'Every error code there is.',
    answers: { 200: errorCatalog },
    handle: async () => ok({ data: CATALOG }),
  }),
  route({
    at: 'GET /.well-known/jwks.json',
    auth: 'none',
    operation: 'getJwks',
    summary: 'The public keys that login tokens are signed with.',
    answers: { 200: jwks },
    handle: async ({ keys }, { call }) => ok(parseJson((await keys.getJwks(call, {})).jwksJson)),
  }),
  route({
    at: 'GET /.well-known/security.txt',
    auth: 'none',
    operation: 'getSecurityContact',
    summary: 'Where a vulnerability is reported (RFC 9116).',
    answers: { 200: { media: 'text/plain' } },
    errors: ['not_found'],
    handle: async ({ securityText }) => {
      if (securityText === undefined) throw notFound('security contact');
      return { file: securityText };
    },
  }),
  route({
    at: 'GET /openapi.json',
    auth: 'none',
    operation: 'getContract',
    summary: 'This interface as OpenAPI 3.1, made from what the service itself checks with; webhooks are in it too.',
    answers: { 200: { media: 'application/json' } },
    handle: async ({ docs }) => ({ file: docs.contract }),
  }),
  route({
    at: 'GET /asyncapi.json',
    auth: 'none',
    operation: 'getWebhookContract',
    summary: 'What your endpoints are sent, as AsyncAPI 3.0: headers and body of each event.',
    answers: { 200: { media: 'application/json' } },
    handle: async ({ docs }) => ({ file: docs.asyncApi }),
  }),
];

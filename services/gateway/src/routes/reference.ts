import { ERRORS, parseJson } from '@gx/core';
import { errorCatalog, jwks } from '../contract/answers/reference.ts';
import { PAGE_POLICY } from '../docs-page/page.ts';
import { type Answer, ok } from '../edge/answer.ts';
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
    handle: async ({ keys }, { requestId }) => ok(parseJson((await keys.getJwks({ requestId }, {})).jwksJson)),
  }),
  route({
    at: 'GET /openapi.json',
    auth: 'none',
    operation: 'getContract',
    summary: 'This interface as OpenAPI 3.1, made from what the service itself checks with.',
    answers: { 200: { media: 'application/json' } },
    handle: async ({ reference }) => file(reference.contract, { 'Content-Type': 'application/json; charset=utf-8' }),
  }),
  route({
    at: 'GET /docs',
    auth: 'none',
    operation: 'getReferencePage',
    summary: 'This page.',
    answers: { 200: { media: 'text/html' } },
    handle: async ({ reference }) =>
      file(reference.page, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': PAGE_POLICY }),
  }),
];

/** Kept a while by its readers: it changes with a release only. */
const file = (bytes: Buffer, headers: Readonly<Record<string, string>>): Answer => ({
  status: 200,
  bytes,
  headers: { 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff', ...headers },
});

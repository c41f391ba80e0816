import { errorCatalog, jwks } from '../answers/reference.ts';
import type { Descriptions } from '../description.ts';

export const REFERENCE: Descriptions = {
  'GET /v1/errors': {
    id: 'getErrorCatalog',
    tag: 'Reference',
    summary: 'Every error code there is.',
    answers: { 200: errorCatalog },
  },
  'GET /.well-known/jwks.json': {
    id: 'getJwks',
    tag: 'Reference',
    summary: 'The public keys that login tokens are signed with.',
    answers: { 200: jwks },
  },
  'GET /openapi.json': {
    id: 'getContract',
    tag: 'Reference',
    summary: 'This interface as OpenAPI 3.1, made from what the service itself checks with.',
    answers: { 200: { media: 'application/json' } },
  },
  'GET /docs': {
    id: 'getReferencePage',
    tag: 'Reference',
    summary: 'This page.',
    answers: { 200: { media: 'text/html' } },
  },
};

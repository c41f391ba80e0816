import { ERRORS } from '@gx/core';
import { ok } from '../edge/answer.ts';

const CATALOG = Object.entries(ERRORS).map(([code, { type, http, description }]) => ({
  code,
  type,
  http,
  description,
}));

/** `GET /v1/errors`: the error table as clients may read it (decisions N16). */
export const errorCatalog = () => Promise.resolve(ok({ data: CATALOG }));

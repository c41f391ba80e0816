import { Refusal } from '@gx/core';
import type { Request } from 'express';

const NONE: Readonly<Record<string, string>> = Object.freeze({});

/** The query as flat text values; a parameter given twice is refused, never guessed at. */
export function queryOf(request: Request): Readonly<Record<string, string>> {
  if (!request.url.includes('?')) return NONE;
  const query = request.query as Record<string, string | string[]>;
  for (const [param, value] of Object.entries(query)) {
    if (typeof value !== 'string') {
      throw new Refusal('invalid_request', `${param.slice(0, 64)} must be given once.`, { param: param.slice(0, 64) });
    }
  }
  return query as Record<string, string>;
}

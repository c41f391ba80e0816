import { Refusal } from '@gx/core';
import type { Request } from 'express';
import { z } from 'zod';

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

/**
 * Refuses what a read does not know: a mistyped filter must not answer everything (decisions A44). Names that
 * begin with `_` are for proxies that add them on the way.
 */
export function refuseUnknown(query: Readonly<Record<string, string>>, schema: z.ZodType | undefined): void {
  for (const name of Object.keys(query)) {
    if (name.startsWith('_') || namesOf(schema).includes(name)) continue;
    const param = name.slice(0, 64);
    throw new Refusal('invalid_request', `${param} is no parameter of this request.`, { param });
  }
}

function namesOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodPipe) return namesOf(schema.in);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

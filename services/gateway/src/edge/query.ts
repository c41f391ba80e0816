import type { Request } from 'express';
import { z } from 'zod';
import { refusalAbout } from './refusal-about.ts';

const NONE: Readonly<Record<string, string>> = Object.freeze({});

/** The query as flat text values; a parameter given twice is refused, never guessed at. */
export function queryOf(request: Request): Readonly<Record<string, string>> {
  if (!request.url.includes('?')) return NONE;
  const query = request.query as Record<string, string | string[]>;
  for (const [param, value] of Object.entries(query)) {
    if (typeof value !== 'string') throw refusalAbout(param, 'must be given once');
  }
  return query as Record<string, string>;
}

/**
 * Refuses what a read does not know: a mistyped filter must not answer everything (decisions A44). Names that
 * begin with `_` are for proxies that add them on the way.
 */
export function refuseUnknown(query: Readonly<Record<string, string>>, schema: z.ZodType | undefined): void {
  const known = fieldsOf(schema);
  const unknown = Object.keys(query).find((name) => !name.startsWith('_') && !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const usable = Object.keys(known).filter((name) => !isRefused(known[name]));
  throw refusalAbout(unknown, `is no parameter of this request, which has ${usable.join(', ') || 'none'}`);
}

/** A parameter that is there to be refused with a hint of its own. */
const isRefused = (field: unknown): boolean =>
  field instanceof z.ZodOptional && field.unwrap() instanceof z.ZodUndefined;

function fieldsOf(schema: unknown): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  return schema instanceof z.ZodObject ? schema.shape : {};
}

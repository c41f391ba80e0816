import { parseTimestamp } from '@gx/core';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Schema } from './schema.ts';
import { MESSAGES, type MessageName } from './schemas.ts';

const isInt32 = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= 2 ** 31 - 1;

/** The formats that API Pix names, so that one validator serves our schemas and the central bank's. */
export const FORMATS = {
  'date-time': { type: 'string', validate: (raw: string) => raw.includes('T') && parseTimestamp(raw) !== undefined },
  int32: { type: 'number', validate: isInt32 },
  int64: { type: 'number', validate: Number.isSafeInteger },
  uri: { type: 'string', validate: (raw: string) => URL.canParse(raw) },
} as const;

const strict = new Ajv({ allErrors: true, formats: FORMATS });
/** A query string knows only text: numbers and booleans are read from it before they are judged. */
const reading = new Ajv({ allErrors: true, coerceTypes: true, formats: FORMATS });

/**
 * The same schema with no room for a property that it does not name: both ends here are ours, so a stranger
 * is a typo.
 */
export function closed(schema: Schema): object {
  const properties = Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, closed(inner)]);
  return {
    ...schema,
    ...(schema.properties === undefined
      ? {}
      : { properties: Object.fromEntries(properties), additionalProperties: false }),
    ...(schema.items === undefined ? {} : { items: closed(schema.items) }),
    ...(schema.oneOf === undefined ? {} : { oneOf: schema.oneOf.map(closed) }),
    ...(schema.anyOf === undefined ? {} : { anyOf: schema.anyOf.map(closed) }),
  };
}

const compiled = new Map<MessageName, ValidateFunction>();

function validatorOf(name: MessageName): ValidateFunction {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const fresh = (name.endsWith('Query') ? reading : strict).compile(closed(MESSAGES[name]));
  compiled.set(name, fresh);
  return fresh;
}

/** What is wrong with a message, one line each and without its values; empty when nothing is. */
export function violationsOf(name: MessageName, value: unknown): string[] {
  const validate = validatorOf(name);
  // Reading a query changes the object it reads, so it gets a copy.
  if (validate(name.endsWith('Query') ? structuredClone(value) : value)) return [];
  return (validate.errors ?? []).map((error) => {
    const { additionalProperty: stranger }: { additionalProperty?: unknown } = error.params;
    return `${name}${error.instancePath} ${error.message ?? error.keyword}${typeof stranger === 'string' ? `: ${stranger}` : ''}`;
  });
}

import { z } from 'zod';

export const KEY_LENGTH = { min: 8, max: 128 } as const;
const RULE = `must have ${KEY_LENGTH.min} to ${KEY_LENGTH.max} characters and no control characters among them`;
/** A lone surrogate is no character either: it could not be stored as it came. */
const NO_TEXT = /[\p{Cc}\p{Cs}]/u;

/**
 * A merchant's key in a body (decisions A32), in whatever script, compared as it came, counted in characters
 * as every text is (specification, Limits).
 */
export const idempotencyKey = z
  .string({ error: RULE })
  .refine(isKey, RULE)
  .meta({ minLength: KEY_LENGTH.min, maxLength: KEY_LENGTH.max });

function isKey(value: string): boolean {
  // Twice as many code units is the most that so many characters can be.
  if (value.length > 2 * KEY_LENGTH.max || NO_TEXT.test(value)) return false;
  const { length } = [...value];
  return length >= KEY_LENGTH.min && length <= KEY_LENGTH.max;
}

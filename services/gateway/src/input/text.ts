import { isVisible } from '@gx/core';
import { z } from 'zod';

/** Length in characters as people count them, so that an emoji costs one and not two. */
const fits = (value: string, max: number): boolean =>
  value.length <= max || (value.length <= 2 * max && [...value].length <= max);

const NUL = '\u0000';

/**
 * Text that can be stored and sent on as it is: Unicode without lone surrogates, without NUL, of bounded
 * length.
 */
export const text = (max: number, min = 0) =>
  z
    .string({ error: 'must be a string' })
    .check((check) => {
      const { value, issues } = check;
      const message = !fits(value, max)
        ? `must have at most ${max} characters`
        : min > 0 && !isVisible(value)
          ? 'must not be empty'
          : !value.isWellFormed() || value.includes(NUL)
            ? 'must be text without NUL or lone surrogates'
            : undefined;
      if (message !== undefined) issues.push({ code: 'custom', message, input: value });
    })
    .meta({ maxLength: max, ...(min === 0 ? {} : { minLength: min }) });

/** What `parse` makes of a text; where that is nothing, `message` says what it must be. */
export const readAs = <T>(parse: (raw: string) => T | undefined, message: string) =>
  z.string({ error: 'must be a string' }).transform((raw, context) => {
    const value = parse(raw);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** A field that may be left out; `null` leaves it out too (decisions A27). */
export const optional = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? undefined);

/**
 * The same for what a payer fills in: a cipher of a form that stayed empty arrives as `''`, or as what nobody
 * sees, and no sale is to be lost over it.
 */
export const optionalOrBlank = (schema: z.ZodType<string, string>) =>
  schema
    .nullish()
    .transform((value) => (value === undefined || value === null || !isVisible(value) ? undefined : value));

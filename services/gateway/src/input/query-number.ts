import { z } from 'zod';

/**
 * A whole number in a query, within its range or refused: a limit is never quietly capped (decisions A41).
 */
export const queryNumber = ({ min, max, fallback }: { min: number; max: number; fallback: number }) =>
  z
    .string()
    .transform((raw, context) => {
      const value = /^\d{1,12}$/.test(raw) ? Number(raw) : Number.NaN;
      if (value >= min && value <= max) return value;
      context.addIssue({ code: 'custom', message: `must be an integer from ${min} to ${max}` });
      return z.NEVER;
    })
    .optional()
    .transform((value) => value ?? fallback)
    .meta({ type: 'integer', minimum: min, maximum: max, description: `Default ${fallback}.` });

import { readAs } from './text.ts';

/**
 * A whole number in a query, within its range or refused: a limit is never quietly capped (decisions A41).
 */
export const queryNumber = ({ min, max, fallback }: { min: number; max: number; fallback: number }) =>
  readAs(
    (raw) => (/^\d{1,12}$/.test(raw) && Number(raw) >= min && Number(raw) <= max ? Number(raw) : undefined),
    `must be an integer from ${min} to ${max}`,
  )
    .optional()
    .transform((value) => value ?? fallback)
    .meta({ type: 'integer', minimum: min, maximum: max, description: `Default ${fallback}.` });

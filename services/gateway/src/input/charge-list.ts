import { PUBLIC_STATUSES } from '@gx/contracts';
import { parseId, parseIsoBound } from '@gx/core';
import { z } from 'zod';
import { queryNumber } from './query-number.ts';
import { anyTaxId } from './tax-id.ts';
import { readAs } from './text.ts';

const cursor = readAs((raw) => parseId('charge', raw), 'must be the id of a charge of this list');
export const TIME_RULE = 'must be an ISO 8601 date, or a time with Z or its offset';

/**
 * In a query a plus that was not escaped arrives as a space; before an offset it can be nothing else, because
 * a time without one is refused.
 */
const withPlus = (raw: string): string => raw.replace(/ (?=\d{2}(?::?\d{2})?$)/, '+');

export const time = (edge: 'start' | 'end') =>
  readAs((raw) => parseIsoBound(withPlus(raw), edge)?.getTime(), TIME_RULE).meta({
    description: 'ISO 8601 date, or time with Z or an offset; inclusive.',
  });

/** What lists by page or offset take: these go by cursor. */
export const never = z.undefined({ error: 'is not supported; use starting_after' }).optional();

/** `GET /v1/charges` (specification, Charges; decisions A11, A12). */
export const chargeList = z.object({
  limit: queryNumber({ min: 1, max: 100, fallback: 25 }),
  starting_after: cursor.optional(),
  status: z.enum(PUBLIC_STATUSES, { error: `must be one of ${PUBLIC_STATUSES.join(', ')}` }).optional(),
  created_after: time('start').optional(),
  created_before: time('end').optional(),
  customer_id: anyTaxId.optional(),
  page: never,
  offset: never,
});

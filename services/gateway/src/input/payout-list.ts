import { PAYOUT_STATUSES } from '@gx/contracts';
import { parseId } from '@gx/core';
import { z } from 'zod';
import { never, time } from './charge-list.ts';
import { queryNumber } from './query-number.ts';
import { readAs } from './text.ts';

const cursor = readAs((raw) => parseId('payout', raw), 'must be the id of a payout of this list');

/** `GET /v1/payouts` (decisions, section 7): as the list of charges. */
export const payoutList = z.object({
  limit: queryNumber({ min: 1, max: 100, fallback: 25 }),
  starting_after: cursor.optional(),
  status: z.enum(PAYOUT_STATUSES, { error: `must be one of ${PAYOUT_STATUSES.join(', ')}` }).optional(),
  created_after: time('start').optional(),
  created_before: time('end').optional(),
  page: never,
  offset: never,
});

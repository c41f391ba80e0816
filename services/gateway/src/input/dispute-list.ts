import { DISPUTE_STATUSES } from '@gx/contracts';
import { parseId } from '@gx/core';
import { z } from 'zod';
import { never } from './charge-list.ts';
import { queryNumber } from './query-number.ts';
import { readAs } from './text.ts';

const cursor = readAs((raw) => parseId('dispute', raw), 'must be the id of a dispute of this list');

/** `GET /v1/disputes` (decisions, section 9): a cursor list, newest first. */
export const disputeList = z.object({
  limit: queryNumber({ min: 1, max: 100, fallback: 25 }),
  starting_after: cursor.optional(),
  status: z.enum(DISPUTE_STATUSES, { error: `must be one of ${DISPUTE_STATUSES.join(', ')}` }).optional(),
  charge: readAs((raw) => parseId('charge', raw), 'must be the id of a charge').optional(),
  page: never,
  offset: never,
});

import { parseEventId } from '@gx/core';
import { z } from 'zod';
import { never, time } from './charge-list.ts';
import { queryNumber } from './query-number.ts';

/** Those that have the canonical envelope (specification, Events). */
const TYPES = [
  'charge.created',
  'charge.paid',
  'charge.failed',
  'charge.expired',
  'payout.created',
  'payout.paid',
  'payout.failed',
] as const;

const cursor = z.string().transform((raw, context) => {
  const id = parseEventId(raw);
  if (id !== undefined) return id;
  context.addIssue({ code: 'custom', message: 'must be the id of an event of this list' });
  return z.NEVER;
});

/** `GET /v1/events`: as the list of charges. */
export const eventList = z.object({
  limit: queryNumber({ min: 1, max: 100, fallback: 25 }),
  starting_after: cursor.optional(),
  type: z.enum(TYPES, { error: `must be one of ${TYPES.join(', ')}` }).optional(),
  created_after: time('start').optional(),
  created_before: time('end').optional(),
  page: never,
  offset: never,
});

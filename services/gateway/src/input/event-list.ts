import { parseEventId } from '@gx/core';
import { z } from 'zod';
import { CANONICAL } from '../contract/answers/event.ts';
import { never, time } from './charge-list.ts';
import { queryNumber } from './query-number.ts';
import { readAs } from './text.ts';

const cursor = readAs(parseEventId, 'must be the id of an event of this list');

/** `GET /v1/events`: as the list of charges. */
export const eventList = z.object({
  limit: queryNumber({ min: 1, max: 100, fallback: 25 }),
  starting_after: cursor.optional(),
  type: z.enum(CANONICAL, { error: `must be one of ${CANONICAL.join(', ')}` }).optional(),
  created_after: time('start').optional(),
  created_before: time('end').optional(),
  page: never,
  offset: never,
});

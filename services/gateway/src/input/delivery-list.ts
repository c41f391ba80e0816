import { parseEndpoint, parseId } from '@gx/core';
import { z } from 'zod';
import { time } from './charge-list.ts';
import { queryNumber } from './query-number.ts';
import { readAs } from './text.ts';

const STATUSES = ['PENDING', 'PROCESSING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
const OFFSET_MAX = 1_000_000;

const endpointId = readAs(parseEndpoint, 'must be the id of an endpoint, or default');

const charge = readAs((raw) => parseId('charge', raw), 'must be the id of a charge');

/** `GET /v1/webhooks/deliveries` (specification, Webhooks; decisions, section 12). */
export const deliveryList = z.object({
  status: z.enum(STATUSES, { error: `must be one of ${STATUSES.join(', ')}` }).optional(),
  eventType: z.string().max(64, 'must have at most 64 characters').optional(),
  endpointId: endpointId.optional(),
  created_after: time('start').optional(),
  created_before: time('end').optional(),
  charge: charge.optional(),
  limit: queryNumber({ min: 1, max: 100, fallback: 25 }),
  offset: queryNumber({ min: 0, max: OFFSET_MAX, fallback: 0 }),
});

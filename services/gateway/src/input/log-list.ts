import { z } from 'zod';
import { time } from './charge-list.ts';
import { queryNumber } from './query-number.ts';

export const ID_MAX = 64;
export const FINGERPRINT = /^[0-9a-f]{64}$/;

/**
 * `GET /v1/request-logs` and `GET /v1/audit-events` (decisions, section 5). What a cursor names is for keys
 * to say.
 */
export const logList = z.object({
  limit: queryNumber({ min: 1, max: 100, fallback: 25 }),
  starting_after: z.string().max(ID_MAX, 'must be the id of a record of this list').optional(),
  apiKeyFingerprint: z
    .string()
    .regex(FINGERPRINT, 'must be the fingerprint of an API key: 64 hexadecimal digits')
    .optional(),
  from: time('start').optional(),
  to: time('end').optional(),
});

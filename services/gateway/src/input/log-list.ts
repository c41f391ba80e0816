import { z } from 'zod';
import { time } from './charge-list.ts';
import { queryNumber } from './query-number.ts';
import { readAs } from './text.ts';

export const ID_MAX = 64;
export const PATH_MAX = 512;
export const REQUEST_ID_MAX = 255;
export const STATUS = { min: 100, max: 599 } as const;
export const FINGERPRINT = /^[0-9a-f]{64}$/;

/** `GET /v1/audit-events` (decisions, section 5). What a cursor names is for keys to say. */
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

const status = readAs(
  (raw) => (/^\d{3}$/.test(raw) && Number(raw) >= STATUS.min && Number(raw) <= STATUS.max ? Number(raw) : undefined),
  `must be an HTTP status from ${STATUS.min} to ${STATUS.max}`,
).meta({ type: 'integer', minimum: STATUS.min, maximum: STATUS.max });

const path = readAs(
  (raw) => (raw.length <= PATH_MAX && /^\/[^?#]*$/.test(raw) ? raw : undefined),
  `must be the path of a request, from its first / and without a query, in at most ${PATH_MAX} characters`,
).meta({ maxLength: PATH_MAX, description: 'The whole path as the log shows it, the ids in it included.' });

const requestId = z
  .string()
  .min(1, 'must not be empty')
  .max(REQUEST_ID_MAX, `must have at most ${REQUEST_ID_MAX} characters`)
  .meta({ description: 'What the answer carried as `X-Request-Id`.' });

/** `GET /v1/request-logs` (decisions, section 5). */
export const requestLogList = logList.extend({
  status: status.optional(),
  path: path.optional(),
  requestId: requestId.optional(),
});

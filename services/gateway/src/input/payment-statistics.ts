import { z } from 'zod';
import { currencyCode } from './currency-code.ts';
import { queryNumber } from './query-number.ts';

/** How many days up to today (decisions N8). */
const days = queryNumber({ min: 1, max: 365, fallback: 7 });
/** Charge tells which it knows. */
const tz = z
  .string()
  .max(64, 'must have at most 64 characters')
  .optional()
  .meta({ description: 'Whose days: an IANA time zone, whole hours from UTC. Default UTC.' });

/** `GET /v1/payments/stats` (specification, Payments). */
export const paymentStatsQuery = z.object({ days, tz });
/** `GET /v1/payments/metrics` (specification, Payments). */
export const paymentMetricsQuery = z.object({ days, tz, currency: currencyCode.optional() });

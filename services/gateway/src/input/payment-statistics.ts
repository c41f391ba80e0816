import { z } from 'zod';
import { currencyCode } from './currency-code.ts';
import { queryNumber } from './query-number.ts';

/** How many days up to today, in UTC (decisions N8). */
const days = queryNumber({ min: 1, max: 365, fallback: 7 });

/** `GET /v1/payments/stats` (specification, Payments). */
export const paymentStatsQuery = z.object({ days });
/** `GET /v1/payments/metrics` (specification, Payments). */
export const paymentMetricsQuery = z.object({ days, currency: currencyCode.optional() });

import { PUBLIC_STATUS } from '@gx/contracts';
import { z } from 'zod';
import { time } from './charge-list.ts';
import { queryNumber } from './query-number.ts';

/**
 * Every scalar field of an item: those that an index sorts by, then those that are sorted over a bounded
 * number (decisions A40).
 */
export const SORT_BY = [
  ...(['createdAt', 'amount', 'status'] as const),
  ...(['id', 'currency', 'customerName', 'customerDocument', 'customerEmail'] as const),
  ...(['paidWith', 'providerFee', 'platformFee', 'netAmount', 'paidAt'] as const),
] as const;
export const SORT_ORDER = ['asc', 'desc'] as const;
/** How far into a list a page may reach; behind it, dates narrow the list. */
export const DEPTH_MAX = 100_000;
const STATUSES = Object.keys(PUBLIC_STATUS) as (keyof typeof PUBLIC_STATUS)[];

const fields = z.object({
  page: queryNumber({ min: 1, max: DEPTH_MAX, fallback: 1 }),
  limit: queryNumber({ min: 1, max: 100, fallback: 20 }),
  status: z.enum(STATUSES, { error: `must be one of ${STATUSES.join(', ')}` }).optional(),
  startDate: time('start').optional(),
  endDate: time('end').optional(),
  sortBy: z.enum(SORT_BY, { error: `must be one of ${SORT_BY.join(', ')}` }).default('createdAt'),
  sortOrder: z.enum(SORT_ORDER, { error: `must be ${SORT_ORDER.join(' or ')}` }).default('desc'),
});

/** `GET /v1/payments` (specification, Payments; decisions A40, A41). */
export const paymentList = fields.superRefine(({ page, limit }, context) => {
  if (page * limit <= DEPTH_MAX) return;
  const message = `must end at the ${DEPTH_MAX}th transaction at the latest; narrow the list with startDate and endDate`;
  context.addIssue({ code: 'custom', path: ['page'], message });
});

export type PaymentList = z.output<typeof paymentList>;

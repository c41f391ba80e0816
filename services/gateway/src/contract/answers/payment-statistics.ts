import { z } from 'zod';
import { amount, answer, count } from './answer.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const byCurrency = z.record(z.string(), amount);

export const paymentStats = answer(
  'PaymentStats',
  z.strictObject({
    totalTransactions: count,
    paidTransactions: count,
    todayTransactions: count,
    successRate: z.number().meta({ description: 'A percentage.' }),
    volumeByCurrency: z.array(z.strictObject({ currency: z.string(), volume: amount, count })),
    todayVolumeByCurrency: byCurrency,
    dailyVolume: z.array(z.strictObject({ date: day, currencies: byCurrency })),
    methodBreakdown: z.array(
      z.strictObject({
        method: z.string(),
        currency: z.string().exactOptional().meta({ description: 'Where a method was paid in several currencies.' }),
        volume: amount,
        count,
      }),
    ),
  }),
);

export const paymentMetrics = answer(
  'PaymentMetrics',
  z.strictObject({
    days: count,
    currency: z.string().nullable(),
    funnel: z.strictObject({
      created: count,
      waitingPayment: count,
      paid: count,
      expired: count,
      cancelled: count,
      refused: count,
      refunded: count,
      conversionRate: z.number(),
    }),
    volume: z.array(
      z.strictObject({
        currency: z.string(),
        gross: amount,
        providerFees: amount,
        platformFees: amount,
        net: amount,
        refunded: amount,
        count,
        averageTicket: z.number(),
      }),
    ),
    timeToPay: z.strictObject({ p50Ms: z.number().nullable(), p95Ms: z.number().nullable() }),
    daily: z.array(z.strictObject({ date: day, created: count, paid: count, volume: amount })),
  }),
);

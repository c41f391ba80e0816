import test from 'ava';
import type { Sums } from './contribution.ts';
import { hasWholeHours, hoursAround, lastDays } from './days.ts';
import { paymentMetrics, paymentStats, type TimedTotals } from './payment-statistics.ts';

const days = lastDays(new Date('2026-03-01T00:00:00.000Z'), 3);
const row = (
  day: string,
  sums: Sums,
  change: { currency?: string; method?: string; slots?: number[] } = {},
): TimedTotals => {
  const { currency = 'BRL', method = 'PIX', slots = [] } = change;
  return { day, method, currency, sums, timeToPay: new Map(slots.map((slot) => [slot, 1])) };
};
/**
 * Yesterday three charges, of which one was paid at once and one today, when another one was created and a
 * card paid in euros.
 */
const ROWS = [
  row('2026-02-28', { created: 3, converted: 2, expired: 1, paid: 1, gross: 1_000, providerFees: 10 }, { slots: [5] }),
  row('2026-03-01', { created: 1, waitingPayment: 1, paid: 1, gross: 501, refunded: 100 }, { slots: [20] }),
  row('2026-03-01', { created: 1, converted: 1, paid: 1, gross: 70 }, { currency: 'EUR', method: 'CREDIT_CARD' }),
];

test('the window ends today, in UTC, and follows the calendar', (t) => {
  t.deepEqual([...days], ['2026-02-27', '2026-02-28', '2026-03-01']);
  t.deepEqual([...lastDays(new Date('2026-11-21T23:59:59.999Z'), 1)], ['2026-11-21']);
  t.is(new Set(lastDays(new Date('2028-12-31T12:00:00.000Z'), 365)).size, 365);
});

test('the days of a time zone are its own, found among hours of UTC', (t) => {
  const now = new Date('2026-11-21T02:30:00.000Z');
  t.deepEqual([...lastDays(now, 2, 'America/Sao_Paulo')], ['2026-11-19', '2026-11-20']);
  t.deepEqual([...lastDays(now, 1, 'Pacific/Kiritimati')], ['2026-11-21']);
  t.deepEqual(hoursAround(['2026-11-20']), { first: '2026-11-19T10', last: '2026-11-21T13' });
  for (const zone of ['UTC', 'America/Sao_Paulo', 'Pacific/Kiritimati']) t.true(hasWholeHours(zone, days), zone);
  for (const zone of ['Asia/Kolkata', 'Asia/Kathmandu', 'Mars/Olympus', '+03:00', ''])
    t.false(hasWholeHours(zone, days), zone);
});

test('stats: transactions by the day of creation, volume by the day of payment, every day and currency named', (t) => {
  t.deepEqual(paymentStats(ROWS, days), {
    totalTransactions: 5,
    paidTransactions: 3,
    todayTransactions: 2,
    successRate: 60,
    volumes: [
      { currency: 'BRL', volume: 1_501, count: 2 },
      { currency: 'EUR', volume: 70, count: 1 },
    ],
    days: [
      {
        date: '2026-02-27',
        volumes: [
          { currency: 'BRL', volume: 0, count: 0 },
          { currency: 'EUR', volume: 0, count: 0 },
        ],
      },
      {
        date: '2026-02-28',
        volumes: [
          { currency: 'BRL', volume: 1_000, count: 1 },
          { currency: 'EUR', volume: 0, count: 0 },
        ],
      },
      {
        date: '2026-03-01',
        volumes: [
          { currency: 'BRL', volume: 501, count: 1 },
          { currency: 'EUR', volume: 70, count: 1 },
        ],
      },
    ],
    methods: [
      { method: 'CREDIT_CARD', currency: 'EUR', volume: 70, count: 1 },
      { method: 'PIX', currency: 'BRL', volume: 1_501, count: 2 },
    ],
  });
});

test('a rate has two decimals, and is 0 when there is nothing', (t) => {
  const thirds = [row('2026-03-01', { created: 3, converted: 2 })];
  t.is(paymentStats(thirds, days).successRate, 66.67);
  t.deepEqual(paymentStats([], days.slice(-1)), {
    totalTransactions: 0,
    paidTransactions: 0,
    todayTransactions: 0,
    successRate: 0,
    volumes: [],
    days: [{ date: '2026-03-01', volumes: [] }],
    methods: [],
  });
});

test('metrics of all currencies: one volume each, the daily one in the primary currency', (t) => {
  t.deepEqual(paymentMetrics(ROWS, days), {
    funnel: {
      created: 5,
      waitingPayment: 1,
      paid: 3,
      expired: 1,
      cancelled: 0,
      refused: 0,
      refunded: 0,
      conversionRate: 60,
    },
    volumes: [
      {
        currency: 'BRL',
        gross: 1_501,
        providerFees: 10,
        platformFees: 0,
        net: 1_491,
        refunded: 100,
        count: 2,
        averageTicket: 751,
      },
      {
        currency: 'EUR',
        gross: 70,
        providerFees: 0,
        platformFees: 0,
        net: 70,
        refunded: 0,
        count: 1,
        averageTicket: 70,
      },
    ],
    timeToPay: { p50Ms: 5, p95Ms: 20 },
    days: [
      { date: '2026-02-27', created: 0, paid: 0, volume: 0 },
      { date: '2026-02-28', created: 3, paid: 1, volume: 1_000 },
      { date: '2026-03-01', created: 2, paid: 2, volume: 501 },
    ],
  });
});

test('metrics of one currency leave the others out everywhere; one that nothing was paid in has zeros (A45)', (t) => {
  const euros = paymentMetrics(ROWS, days, 'EUR');
  t.is(euros.funnel.created, 1);
  t.is(euros.funnel.conversionRate, 100);
  t.deepEqual(
    euros.days.map(({ created, paid, volume }) => [created, paid, volume]),
    [
      [0, 0, 0],
      [0, 0, 0],
      [1, 1, 70],
    ],
  );
  const none = paymentMetrics(ROWS, days, 'USDT');
  t.deepEqual(none.volumes, [
    { currency: 'USDT', gross: 0, providerFees: 0, platformFees: 0, net: 0, refunded: 0, count: 0, averageTicket: 0 },
  ]);
  t.deepEqual([none.funnel.created, none.timeToPay.p50Ms, none.timeToPay.p95Ms], [0, undefined, undefined]);
  t.deepEqual(paymentMetrics([], days).volumes, []);
});

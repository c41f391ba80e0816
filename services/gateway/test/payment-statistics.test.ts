import { newId } from '@gx/core';
import { ask, refusedWith, testOnOneEdge } from './harness/gateway.ts';

const test = testOnOneEdge();

const volume = (currency: string, of: number, count: number) => ({ currency, volume: of, count });
const STATS = {
  totalTransactions: 5,
  paidTransactions: 3,
  todayTransactions: 2,
  successRate: 66.67,
  volumes: [volume('BRL', 1_500, 2), volume('EUR', 70, 1)],
  days: [
    { date: '2026-11-20', volumes: [volume('BRL', 1_000, 1), volume('EUR', 0, 0)] },
    { date: '2026-11-21', volumes: [volume('BRL', 500, 1), volume('EUR', 70, 1)] },
  ],
  methods: [{ method: 'PIX', currency: 'BRL', volume: 1_500, count: 2 }],
};
const NOTHING = { totalTransactions: 0, paidTransactions: 0, todayTransactions: 0, successRate: 0 };
const FUNNEL = {
  created: 5,
  waitingPayment: 1,
  paid: 3,
  expired: 1,
  cancelled: 0,
  refused: 0,
  refunded: 0,
  conversionRate: 60,
};
const GROSS = {
  currency: 'BRL',
  gross: 1_500,
  providerFees: 20,
  platformFees: 15,
  net: 1_465,
  refunded: 100,
  count: 2,
  averageTicket: 750,
};
const DAY = { date: '2026-11-21', created: 2, paid: 2, volume: 500 };

test.serial('200 stats: every field of the Stats shape, and none beside it', async (t) => {
  const { url, keys, charge } = t.context;
  charge.state.stats = STATS;
  const { status, body } = await ask(`${url}/v1/payments/stats?days=2`, { key: keys.state.issue() });
  t.is(status, 200);
  t.deepEqual(body, {
    totalTransactions: 5,
    paidTransactions: 3,
    todayTransactions: 2,
    successRate: 66.67,
    volumeByCurrency: [volume('BRL', 1_500, 2), volume('EUR', 70, 1)],
    todayVolumeByCurrency: { BRL: 500, EUR: 70 },
    dailyVolume: [
      { date: '2026-11-20', currencies: { BRL: 1_000, EUR: 0 } },
      { date: '2026-11-21', currencies: { BRL: 500, EUR: 70 } },
    ],
    methodBreakdown: [{ method: 'PIX', volume: 1_500, count: 2 }],
  });
});

test.serial('200 stats of an account without a charge: zeros, empty lists, and the days all the same', async (t) => {
  const { url, keys, charge } = t.context;
  charge.state.stats = { ...NOTHING, volumes: [], days: [{ date: '2026-11-21', volumes: [] }], methods: [] };
  const { body } = await ask(`${url}/v1/payments/stats?days=1`, { key: keys.state.issue() });
  t.deepEqual(body, {
    ...NOTHING,
    volumeByCurrency: [],
    todayVolumeByCurrency: {},
    dailyVolume: [{ date: '2026-11-21', currencies: {} }],
    methodBreakdown: [],
  });
});

test.serial('200 stats: a method that was paid in two currencies has a row for each, which names it', async (t) => {
  const { url, keys, charge } = t.context;
  const card = { method: 'CREDIT_CARD', volume: 100, count: 1 };
  const methods = [{ ...card, currency: 'BRL' }, { ...card, currency: 'EUR' }, ...STATS.methods];
  charge.state.stats = { ...STATS, methods };
  const { body } = await ask(`${url}/v1/payments/stats`, { key: keys.state.issue() });
  t.deepEqual(body['methodBreakdown'], [
    { method: 'CREDIT_CARD', currency: 'BRL', volume: 100, count: 1 },
    { method: 'CREDIT_CARD', currency: 'EUR', volume: 100, count: 1 },
    { method: 'PIX', volume: 1_500, count: 2 },
  ]);
});

test.serial('200 metrics: every field of N9, and none beside it; what nobody paid took no time', async (t) => {
  const { url, keys, charge } = t.context;
  const key = keys.state.issue();
  charge.state.metrics = { funnel: FUNNEL, volumes: [GROSS], timeToPay: { p50Ms: 0, p95Ms: 90_112 }, days: [DAY] };
  t.deepEqual((await ask(`${url}/v1/payments/metrics`, { key })).body, {
    days: 7,
    currency: null,
    funnel: FUNNEL,
    volume: [GROSS],
    timeToPay: { p50Ms: 0, p95Ms: 90_112 },
    daily: [DAY],
  });
  charge.state.metrics = { funnel: FUNNEL, volumes: [], timeToPay: {}, days: [] };
  const { body } = await ask(`${url}/v1/payments/metrics?days=30&currency=BRL`, { key });
  t.deepEqual(body, {
    days: 30,
    currency: 'BRL',
    funnel: FUNNEL,
    volume: [],
    timeToPay: { p50Ms: null, p95Ms: null },
    daily: [],
  });
});

test.serial('the last 7 days unless days says otherwise (N8), of the key’s own account and mode', async (t) => {
  const { url, keys, charge } = t.context;
  Object.assign(charge.state, { stats: STATS, metrics: { funnel: FUNNEL, volumes: [], days: [] } });
  const accountId = newId('account');
  for (const mode of ['test', 'live'] as const) {
    const key = keys.state.issue(mode, accountId);
    const tenant = { accountId, livemode: mode === 'live' };
    charge.state.statisticsRequests.length = 0;
    for (const query of ['stats', 'stats?days=365', 'metrics', 'metrics?days=1', 'metrics?currency=USDT'])
      t.is((await ask(`${url}/v1/payments/${query}`, { key })).status, 200);
    t.deepEqual(
      charge.state.statisticsRequests.map((request) => ({ ...request })),
      [
        { tenant, days: 7 },
        { tenant, days: 365 },
        { tenant, days: 7 },
        { tenant, days: 1 },
        { tenant, days: 7, currency: 'USDT' },
      ] as never,
    );
  }
});

test('400 days that are not from 1 to 365, a currency that is none; 401 without a key', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  for (const path of ['stats', 'metrics']) {
    const at = `${url}/v1/payments/${path}`;
    for (const days of ['0', '-1', '366', '1.5', 'a', '', '1e2', '7&days=8']) {
      const error = refusedWith(t, await ask(`${at}?days=${days}`, { key }), 400, 'invalid_request');
      t.is(error['param'], 'days', days);
    }
    refusedWith(t, await ask(at), 401, 'unauthorized');
    refusedWith(t, await ask(at, { key: `${key}x` }), 401, 'unauthorized');
    refusedWith(t, await ask(at, { key, method: 'POST', json: {} }), 404, 'not_found');
  }
  for (const currency of ['br', 'brl', 'BR', 'BRLBRLBRL', 'B-L', '']) {
    const answer = await ask(`${url}/v1/payments/metrics?currency=${currency}`, { key });
    t.is(refusedWith(t, answer, 400, 'invalid_currency')['param'], 'currency', currency);
  }
});

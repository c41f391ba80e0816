import type { PaymentStats } from '@gx/contracts/charge';
import { newId, Refusal, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { startRefunds } from './peers.ts';
import { CALL, created, event, newTenant, PATIENT, pay, profileOf, setProfile, startRig } from './rig.ts';

const rig = await startRig({ ALLOW_SIMULATED_LIVE: 'true' });
const refunds = await startRefunds(rig.topicPrefix);
// A client of its own: a bank tells one address of each Pix key.
const liveClient = await rig.simulator.control<typeof rig.bank>('POST', '/sim/clients', {});
await setProfile(rig.rpc, { ...profileOf('live', liveClient, rig.toBank.url), livemode: true });
test.after.always('everything stops', async () => {
  await refunds.stop();
  await rig.stop();
});

const DAY_MS = 86_400_000;
const today = () => new Date().toISOString().slice(0, 10);
const statsOf = (tenant: Tenant, days = 7) => rig.rpc.getPaymentStats(CALL, { tenant, days });
const metricsOf = (tenant: Tenant, currency?: string) =>
  rig.rpc.getPaymentMetrics(CALL, { tenant, days: 7, ...(currency === undefined ? {} : { currency }) });
const counted = (tenant: Tenant, what: string, is: (stats: PaymentStats) => boolean) =>
  until(what, async () => is(await statsOf(tenant)), PATIENT);

async function paid(tenant: Tenant, amount: number) {
  const charge = await created(rig, { amount }, tenant);
  await pay(rig, charge);
  await rig.ledger.credit(await event(rig, charge.id, 'charge.payment_accepted'));
  await event(rig, charge.id, 'charge.paid');
  return charge;
}

test.serial(
  'what merchants and payers do is in the statistics a moment later: created, paid, cancelled, refunded',
  async (t) => {
    const tenant = newTenant();
    t.is((await statsOf(tenant)).totalTransactions, 0);
    const [first] = [await paid(tenant, 1_990), await paid(tenant, 10)];
    const cancelled = await created(rig, { amount: 500 }, tenant);
    await rig.rpc.cancelCharge(CALL, { tenant, id: cancelled.id });
    await created(rig, { amount: 700 }, tenant);
    await counted(
      tenant,
      'all is counted',
      ({ totalTransactions, paidTransactions }) => totalTransactions === 4 && paidTransactions === 2,
    );
    const stats = await statsOf(tenant);
    t.like(stats, { totalTransactions: 4, paidTransactions: 2, todayTransactions: 4, successRate: 50 });
    t.deepEqual(stats.volumes, [{ currency: 'BRL', volume: 2_000, count: 2 }]);
    t.deepEqual(stats.methods, [{ method: 'PIX', currency: 'BRL', volume: 2_000, count: 2 }]);
    t.is(stats.days.length, 7);
    t.deepEqual(stats.days.at(-1), { date: today(), volumes: [{ currency: 'BRL', volume: 2_000, count: 2 }] });
    await until('the cancellation too', async () => (await metricsOf(tenant)).funnel?.cancelled === 1, PATIENT);

    const refund = {
      id: newId('refund'),
      tenant,
      kind: 'REFUND',
      chargeId: first.id,
      amount: 1_990,
      currency: 'BRL',
      status: 'REFUNDED',
    } as const;
    const news = { type: 'refund.progressed', tenant, chargeId: first.id, refundId: refund.id, sequence: 3 } as const;
    await refunds.publish({ ...news, progressed: refund });
    await until('the refund too', async () => (await metricsOf(tenant)).funnel?.refunded === 1, PATIENT);
    const { funnel, volumes, timeToPay, days } = await metricsOf(tenant);
    t.like(funnel, {
      created: 4,
      waitingPayment: 1,
      paid: 2,
      expired: 0,
      cancelled: 1,
      refused: 0,
      refunded: 1,
      conversionRate: 50,
    });
    // The bank takes 10 centavos a charge, the platform 1 %; of 10 centavos the bank leaves nothing.
    const fees = { providerFees: 20, platformFees: 20 };
    t.deepEqual(volumes, [
      { currency: 'BRL', gross: 2_000, ...fees, net: 1_960, refunded: 1_990, count: 2, averageTicket: 1_000 },
    ]);
    t.true((timeToPay?.p50Ms ?? -1) >= 0 && (timeToPay?.p95Ms ?? Number.POSITIVE_INFINITY) < 120_000);
    t.like(days.at(-1), { date: today(), created: 4, paid: 2, volume: 2_000 });
    t.is((await metricsOf(tenant, 'EUR')).funnel?.created, 0);
  },
);

test.serial('nobody sees what others did, and no key what was done in the other mode', async (t) => {
  const tenant = newTenant();
  const [live, stranger] = [{ ...tenant, livemode: true }, newTenant()];
  await created(rig, { amount: 100 }, tenant);
  await created(rig, { amount: 200 }, live);
  await created(rig, { amount: 300 }, live);
  await counted(live, 'both live charges', ({ totalTransactions }) => totalTransactions === 2);
  await counted(tenant, 'the charge in test mode', ({ totalTransactions }) => totalTransactions === 1);
  t.is((await statsOf(tenant)).totalTransactions, 1);
  t.is((await statsOf(stranger)).totalTransactions, 0);
});

test.serial(
  'a charge counts on the day of its creation, its money on the day that the bank says it was paid',
  async (t) => {
    const tenant = newTenant();
    const charge = await created(rig, { amount: 900 }, tenant);
    await pay(rig, charge, { paidAtMs: Date.now() - DAY_MS });
    await rig.ledger.credit(await event(rig, charge.id, 'charge.payment_accepted'));
    // Two cells of the statistics: one may be recomputed before the other.
    await counted(
      tenant,
      'it is paid, and its money is there',
      ({ paidTransactions, volumes }) => paidTransactions === 1 && volumes[0]?.count === 1,
    );
    const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    const { days } = await metricsOf(tenant);
    t.deepEqual(
      days
        .filter(({ created: many, paid: times }) => many + times > 0)
        .map(({ date, created: many, paid: times, volume }) => [date, many, times, volume]),
      [
        [yesterday, 0, 1, 900],
        [today(), 1, 0, 0],
      ],
    );
    t.is((await statsOf(tenant, 1)).volumes.length, 0, 'today nothing was paid');
    t.is((await statsOf(tenant, 1)).paidTransactions, 1, 'but what was created today is paid');
  },
);

test.serial('only 1 to 365 days can be requested, and a recount says that all of it is right', async (t) => {
  for (const days of [0, 366]) {
    const error = await t.throwsAsync(statsOf(newTenant(), days), { instanceOf: Refusal });
    t.is(error?.code, 'invalid_request');
    t.is(error?.more.param, 'days');
  }
  t.is((await statsOf(newTenant(), 365)).days.length, 365);
  await until('nothing waits', async () => (await rig.rpc.verifyStatistics(CALL, {})).waiting === 0, PATIENT);
  const report = await rig.rpc.verifyStatistics(CALL, {});
  t.like(report, { charges: 8, waiting: 0, problemCount: 0, problems: [] });
  t.true(report.cells >= 5);
});

test.serial('days are those of a time zone that is whole hours from UTC; another one is refused', async (t) => {
  const tenant = newTenant();
  await created(rig, { amount: 900 }, tenant);
  await counted(tenant, 'it is counted', ({ totalTransactions }) => totalTransactions === 1);
  for (const tz of ['America/Sao_Paulo', 'Pacific/Kiritimati', 'UTC']) {
    const stats = await rig.rpc.getPaymentStats(CALL, { tenant, days: 2, tz });
    const date = new Intl.DateTimeFormat('sv-SE', { timeZone: tz, dateStyle: 'short' }).format(new Date());
    t.is(stats.days.at(-1)?.date, date, tz);
    t.is(stats.totalTransactions, 1, tz);
  }
  for (const tz of ['Asia/Kolkata', 'Mars/Olympus', '+03:00', ''])
    for (const ask of [rig.rpc.getPaymentStats, rig.rpc.getPaymentMetrics] as const) {
      const error = await t.throwsAsync(ask(CALL, { tenant, days: 7, tz }) as Promise<unknown>, {
        instanceOf: Refusal,
      });
      t.is(error?.code, 'invalid_request', tz);
      t.is(error?.more.param, 'tz', tz);
    }
});

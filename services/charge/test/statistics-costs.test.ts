import type { Tenant } from '@gx/core';
import test from 'ava';
import { lastDays } from '../src/domain/days.ts';
import { middleOf } from '../src/domain/time-to-pay.ts';
import { getPaymentMetrics, getPaymentStats } from '../src/queries/payment-statistics.ts';
import { newTenant, startStatisticsRig } from './statistics-rig.ts';

const rig = await startStatisticsRig();
test.after.always('everything stops', rig.stop);

const NOW = new Date('2026-11-21T12:00:00.000Z');
const DAYS = lastDays(NOW, 400);
const ROWS = [
  { currency: 'BRL', method: 'PIX' },
  { currency: 'BRL', method: 'BOLETO' },
  { currency: 'EUR', method: 'CREDIT_CARD' },
];

const cells = rig.connection.collection('statistics_cells');
/** The cell of noon of a day. */
const cellOf = (tenant: Tenant, day: string, rows: typeof ROWS) => ({
  _id: `${tenant.accountId}:${tenant.livemode ? 'live' : 'test'}:${day}T12`,
  ...tenant,
  hour: `${day}T12`,
  rows: rows.map((row) => ({
    ...row,
    sums: { created: 2, converted: 1, paid: 1, gross: 100 },
    timeToPay: { 40: 1 },
  })),
  marks: 1,
  recomputed: 1,
  dirty: false,
  restUntil: NOW,
});

/** What the database did between, as it tells itself. */
async function profiled(act: () => Promise<unknown>) {
  const { db } = rig.connection;
  await db?.command({ profile: 0 });
  await db?.collection('system.profile').drop();
  await db?.command({ profile: 2 });
  await act();
  await db?.command({ profile: 0 });
  const ops = rig.connection
    .collection('system.profile')
    .find({ ns: { $not: /system\.profile$/ }, op: { $ne: 'insert' } });
  return (await ops.toArray()).map(({ ns, op, planSummary, keysExamined, docsExamined, command }) => ({
    collection: String(ns).split('.').at(-1),
    op,
    plan: String(planSummary ?? ''),
    keys: Number(keysExamined ?? 0),
    docs: Number(docsExamined ?? 0),
    leavesOut: Object.keys(command?.projection ?? {}),
  }));
}

test.serial(
  'stats and metrics read the cells of their days, by an index, however many charges there are',
  async (t) => {
    const own = newTenant();
    const others = [{ ...own, livemode: true }, newTenant(), newTenant(true)];
    const documents = [own, ...others].flatMap((tenant) => DAYS.map((day) => cellOf(tenant, day, ROWS)));
    await cells.insertMany(documents as never[]);
    const deps = { cells: rig.cells, now: () => NOW };
    await getPaymentMetrics(deps, own, { days: 365 });
    for (const days of [1, 7, 365]) {
      const ops = await profiled(async () => {
        t.is((await getPaymentStats(deps, own, { days })).totalTransactions, days * ROWS.length * 2);
        t.is((await getPaymentMetrics(deps, own, { days, currency: 'EUR' })).funnel.created, days * 2);
      });
      t.true(ops.length >= 2);
      t.deepEqual([...new Set(ops.map(({ collection }) => collection))], ['statistics_cells']);
      for (const { plan } of ops) t.true(plan.startsWith('IXSCAN') || plan === '', plan);
      const read = ops.reduce((sum, { docs }) => sum + docs, 0);
      // The neighbours of the first day and of the last may be of them elsewhere.
      t.true(read >= 2 * days && read <= 2 * (days + 2), `${read} of ${days} days`);
      // One more key per question says that there is no more.
      t.true(ops.reduce((sum, { keys }) => sum + keys, 0) <= read + 2);
    }
    const [ofStats] = await profiled(() => getPaymentStats(deps, own, { days: 7 }));
    t.deepEqual(ofStats?.leavesOut, ['rows.timeToPay'], 'stats do not read what grows with the payments of a day');
  },
);

test.serial(
  'metrics read the times to pay of those days alone that have changed since they were requested',
  async (t) => {
    const own = newTenant();
    await cells.insertMany(DAYS.map((day) => cellOf(own, day, ROWS.slice(0, 1))) as never[]);
    const deps = { cells: rig.cells, now: () => NOW };
    const timed = async () => {
      let p95Ms: number | undefined;
      const ops = await profiled(async () => {
        p95Ms = (await getPaymentMetrics(deps, own, { days: 90 })).timeToPay.p95Ms;
      });
      const whole = ops.filter(({ leavesOut }) => !leavesOut.includes('rows.timeToPay'));
      return { p95Ms, read: whole.reduce((sum, { docs }) => sum + docs, 0) };
    };
    const first = await timed();
    t.is(first.p95Ms, middleOf(40));
    t.true(first.read >= 90 && first.read <= 92);
    t.deepEqual(await timed(), { p95Ms: middleOf(40), read: 0 });
    for (const day of [DAYS.at(-1), DAYS.at(-30)])
      await cells.updateOne(
        { _id: `${own.accountId}:test:${day}T12` as never },
        {
          $set: { recomputed: 2 },
          $inc: { 'rows.0.timeToPay.60': 20 },
        },
      );
    const p95Ms = (60 - 2 * 16) * 4 + 2;
    t.deepEqual(await timed(), { p95Ms, read: 2 });
    t.deepEqual(await timed(), { p95Ms, read: 0 });
  },
);

test.serial('while nothing is dirty the job asks one question of each worker, and reads nothing', async (t) => {
  const idle = await profiled(() => rig.recomputeWith({})());
  t.deepEqual([...new Set(idle.map(({ collection, docs }) => `${collection} ${docs}`))], ['statistics_cells 0']);
});

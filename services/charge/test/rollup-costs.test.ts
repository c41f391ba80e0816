import { newId } from '@gx/core';
import test from 'ava';
import { lastDays } from '../src/domain/days.ts';
import { middleOf } from '../src/domain/time-to-pay.ts';
import { getPaymentMetrics } from '../src/queries/payment-metrics.ts';
import { getPaymentStats } from '../src/queries/payment-stats.ts';
import { newTenant, startRollupRig } from './rollup-rig.ts';

const rig = await startRollupRig();
test.after.always('everything stops', rig.stop);

const NOW = new Date('2026-11-21T12:00:00.000Z');
const DAYS = lastDays(NOW, 400);
const CELLS = [
  { currency: 'BRL', method: 'PIX' },
  { currency: 'BRL', method: 'BOLETO' },
  { currency: 'EUR', method: 'CREDIT_CARD' },
];

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
  'stats and metrics read days times methods and currencies, by an index, however many charges there are',
  async (t) => {
    const own = newTenant();
    const others = [{ ...own, livemode: true }, newTenant(), newTenant(true)];
    const documents = [own, ...others].flatMap((tenant) =>
      DAYS.flatMap((day) =>
        CELLS.map((cell) => ({
          _id: `${tenant.accountId}:${tenant.livemode ? 'live' : 'test'}:${day}:${cell.currency}:${cell.method}`,
          ...tenant,
          ...cell,
          day,
          lot: 1,
          sums: { created: 2, converted: 1, paid: 1, gross: 100 },
          timeToPay: { 40: 1 },
        })),
      ),
    );
    await rig.connection.collection('rollups').insertMany(documents as never[]);
    const deps = { rollups: rig.rollups, now: () => NOW };
    await getPaymentMetrics(deps)(own, 365);
    for (const days of [1, 7, 365]) {
      const ops = await profiled(async () => {
        t.is((await getPaymentStats(deps)(own, days)).totalTransactions, days * CELLS.length * 2);
        t.is((await getPaymentMetrics(deps)(own, days, 'EUR')).funnel.created, days * 2);
      });
      t.true(ops.length >= 2);
      t.deepEqual([...new Set(ops.map(({ collection }) => collection))], ['rollups']);
      for (const { plan } of ops) t.true(plan.startsWith('IXSCAN') || plan === '', plan);
      const read = ops.reduce((sum, { docs }) => sum + docs, 0);
      t.is(read, 2 * days * CELLS.length);
      // One more key per question says that there is no more.
      t.true(ops.reduce((sum, { keys }) => sum + keys, 0) <= read + 2);
    }
    const [ofStats] = await profiled(() => getPaymentStats(deps)(own, 7));
    t.deepEqual(ofStats?.leavesOut, ['timeToPay'], 'stats do not read what grows with the payments of a day');
  },
);

test.serial(
  'metrics read the times to pay of those days alone that have changed since they were asked for',
  async (t) => {
    const own = newTenant();
    const prefix = `${own.accountId}:test:`;
    const cell = { currency: 'BRL', method: 'PIX' };
    const counted = { lot: 1, sums: { created: 1, converted: 1, paid: 1, gross: 100 }, timeToPay: { 40: 1 } };
    const documents = DAYS.map((day) => ({ _id: `${prefix}${day}:BRL:PIX`, ...own, ...cell, day, ...counted }));
    const rollups = rig.connection.collection('rollups');
    await rollups.insertMany(documents as never[]);
    const ask = getPaymentMetrics({ rollups: rig.rollups, now: () => NOW });
    const timed = async () => {
      let p95Ms: number | undefined;
      const ops = await profiled(async () => {
        p95Ms = (await ask(own, 90)).timeToPay.p95Ms;
      });
      const whole = ops.filter(({ leavesOut }) => !leavesOut.includes('timeToPay'));
      return { p95Ms, read: whole.reduce((sum, { docs }) => sum + docs, 0) };
    };
    t.deepEqual(await timed(), { p95Ms: middleOf(40), read: 90 });
    t.deepEqual(await timed(), { p95Ms: middleOf(40), read: 0 });
    const raised = (slot: number, lot: number) => ({ $set: { lot }, $inc: { [`timeToPay.${slot}`]: 20 } });
    for (const day of [DAYS.at(-1), DAYS.at(-30)])
      await rollups.updateOne({ _id: `${prefix}${day}:BRL:PIX` as never }, raised(60, 2));
    const p95Ms = (60 - 2 * 16) * 4 + 2;
    t.deepEqual(await timed(), { p95Ms, read: 2 });
    t.deepEqual(await timed(), { p95Ms, read: 0 });
  },
);

/** A charge as it stands in the collection, with what is looked at here. */
const document = (nth: number, change: object) => ({
  _id: newId('charge'),
  ...newTenant(),
  idempotencyKey: `key-${nth}`,
  bankProfileId: 'bank',
  txid: `txid-${nth}`,
  status: 'WAITING_PAYMENT',
  version: 2,
  amount: 1_000,
  currency: 'BRL',
  fees: { provider: 0, platform: 0 },
  createdAt: NOW,
  settlement: null,
  refunds: [],
  listed: true,
  ...change,
});

test.serial(
  'the roller finds what waits by an index of nothing else, and asks one question when nothing does',
  async (t) => {
    const counted = { unrolled: false, rolled: { lot: 0, version: 2, parts: [] } };
    await rig.model.collection.insertMany(Array.from({ length: 300 }, (_, nth) => document(nth, counted)) as never[]);
    const idle = await profiled(() => rig.roll());
    t.deepEqual(
      idle.map(({ collection, op, docs }) => [collection, op, docs]),
      [['charges', 'query', 0]],
    );
    const waiting = { unrolled: true, rolled: null };
    await rig.model.collection.insertMany(
      Array.from({ length: 20 }, (_, nth) => document(300 + nth, waiting)) as never[],
    );
    const ops = await profiled(() => rig.roll());
    t.deepEqual(
      ops.filter(({ plan }) => plan.includes('COLLSCAN')),
      [],
    );
    // The first look, the lot itself, and its marks.
    const read = ops.filter(({ collection }) => collection === 'charges').reduce((sum, { docs }) => sum + docs, 0);
    t.is(read, 1 + 20 + 20);
    t.true(ops.length <= 30, `${ops.length} operations for 20 charges of 20 accounts`);
  },
);

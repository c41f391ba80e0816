import { randomBytes } from 'node:crypto';
import type { Tenant } from '@gx/core';
import test from 'ava';
import { sliceOf } from '../src/domain/audit-slices.ts';
import { slotOf } from '../src/domain/time-to-pay.ts';
import { verifyStatistics } from '../src/queries/verify-statistics.ts';
import { newTenant, startRollupRig } from './rollup-rig.ts';

const rig = await startRollupRig();
test.after.always('everything stops', rig.stop);

const rollups = () => rig.connection.collection('rollups');
const charges = () => rig.connection.collection('charges');
/**
 * On the first day charges were created, on the one after it they were paid, on the gap neither, on the
 * middle and the last both.
 */
const [FIRST, GAP, MIDDLE, LAST] = ['2026-11-15', '2026-11-17', '2026-11-19', '2026-11-20'] as const;
const DAYS = [FIRST, '2026-11-18', MIDDLE, LAST];
const A_DAY_MS = 86_400_000;
const PER_DAY = 3;
/** A day's charges, less than a day's, a few days', and everything at once. */
const SIZES = [PER_DAY, 1, 2 * PER_DAY + 1, 1_000];

/** As the stores keep them: each paid a day after it was created, but for one of each day, which waits. */
const document = (tenant: Tenant, day: string, nth: number) => {
  const createdAt = new Date(`${day}T12:00:00.000Z`);
  const settlement = { paidAt: new Date(createdAt.getTime() + A_DAY_MS), postedAt: createdAt, endToEndId: 'E' };
  return {
    ...{ _id: `${tenant.accountId}-${tenant.livemode}-${day}-${nth}`, ...tenant, createdAt },
    ...{ idempotencyKey: `${day}-${nth}`, bankProfileId: 'bank', txid: randomBytes(16).toString('hex') },
    ...{ amount: 1_000, currency: 'BRL', fees: { provider: 10, platform: 0 }, refunds: [] },
    ...(nth === 0 ? { status: 'WAITING_PAYMENT', settlement: null } : { status: 'PAID', settlement }),
    ...{ version: 2, listed: true, rolled: null, unrolled: true },
  };
};

/** An account whose charges and rollups agree, in both modes. */
async function furnish(): Promise<Tenant> {
  const tenant = newTenant();
  const documents = [tenant, { ...tenant, livemode: true }].flatMap((own) =>
    DAYS.flatMap((day) => Array.from({ length: PER_DAY }, (_, nth) => document(own, day, nth))),
  );
  await rig.model.collection.insertMany(documents as never[]);
  await rig.roll();
  return tenant;
}

const one = ({ accountId }: Tenant, day: string) => ({ _id: `${accountId}:test:${day}:BRL:PIX` as never });
const nothing = (tenant: Tenant, day: string) => ({
  ...{ ...one(tenant, day), ...tenant, day, currency: 'BRL', method: 'PIX', lot: 1 },
  sums: { created: 7, gross: 5 },
});
type Defect = {
  readonly days: readonly string[];
  readonly plant: (tenant: Tenant, day: string) => Promise<unknown>;
  readonly found: readonly string[];
};
const DEFECTS: Readonly<Record<string, Defect>> = {
  'a wrong count': {
    days: [FIRST, MIDDLE, LAST],
    plant: (tenant, day) => rollups().updateOne(one(tenant, day), { $inc: { 'sums.created': 1 } }),
    found: [`created ${PER_DAY + 1} ${PER_DAY}`],
  },
  'a wrong sum': {
    days: [MIDDLE, LAST],
    plant: (tenant, day) => rollups().updateOne(one(tenant, day), { $inc: { 'sums.gross': -1 } }),
    found: ['gross 1999 2000'],
  },
  'a wrong time to pay': {
    days: [MIDDLE, LAST],
    plant: (tenant, day) => rollups().updateOne(one(tenant, day), { $set: { 'timeToPay.3': 1 } }),
    found: ['timeToPay.3 1 0'],
  },
  'a missing bucket': {
    days: [FIRST],
    plant: (tenant, day) => rollups().deleteOne(one(tenant, day)),
    found: ['converted 0 2', 'created 0 3', 'waitingPayment 0 1'],
  },
  'a missing bucket of creations and payments': {
    days: [MIDDLE, LAST],
    plant: (tenant, day) => rollups().deleteOne(one(tenant, day)),
    found: [
      ...['converted 0 2', 'created 0 3', 'waitingPayment 0 1'],
      ...['gross 0 2000', 'paid 0 2', 'providerFees 0 20', `timeToPay.${slotOf(A_DAY_MS)} 0 2`],
    ],
  },
  'a bucket of nothing': {
    days: ['2001-01-01', GAP, '2026-11-25', '2101-01-01'],
    plant: (tenant, day) => rollups().insertOne(nothing(tenant, day)),
    found: ['created 7 0', 'gross 5 0'],
  },
  'a charge that changed and was not marked': {
    days: [FIRST, MIDDLE, LAST],
    plant: ({ accountId }, day) =>
      charges().updateOne({ _id: `${accountId}-false-${day}-0` as never }, { $set: { status: 'EXPIRED' } }),
    found: ['expired 0 1', 'waitingPayment 1 0'],
  },
  'a charge that counts and is in no list': {
    days: [MIDDLE],
    plant: ({ accountId }, day) =>
      charges().updateOne({ _id: `${accountId}-false-${day}-0` as never }, { $set: { listed: false } }),
    found: ['created 3 2', 'waitingPayment 1 0'],
  },
};

for (const [name, { days, plant, found }] of Object.entries(DEFECTS))
  test.serial(`the recount finds ${name} in whichever slice it is, and nothing beside it`, async (t) => {
    for (const day of days) {
      const tenant = await furnish();
      for (const size of SIZES) t.like(await rig.verify(size), { problemCount: 0, waiting: 0 }, `in slices of ${size}`);
      await plant(tenant, day);
      for (const size of SIZES) {
        const { problems, problemCount } = await rig.verify(size);
        const said = problems.map(({ day: on, sum, stands, recounted }) => [on, `${sum} ${stands} ${recounted}`]);
        t.deepEqual(said.toSorted(), found.map((what) => [day, what]).toSorted(), `in slices of ${size}`);
        t.is(problemCount, found.length);
        t.true(problems.every(({ accountId, livemode }) => accountId === tenant.accountId && !livemode));
      }
      await Promise.all([rollups().deleteMany({}), charges().deleteMany({})]);
    }
  });

/** How many charges each read of a slice took, as the database tells itself. */
async function readsOf(act: () => Promise<unknown>): Promise<number[]> {
  const { db } = rig.connection;
  await db?.command({ profile: 2 });
  await act();
  await db?.command({ profile: 0 });
  const asOfOneMoment = { ns: /\.charges$/, 'command.readConcern.level': 'snapshot' };
  const found = await rig.connection.collection('system.profile').find(asOfOneMoment).toArray();
  await db?.collection('system.profile').drop();
  return found.map(({ docsExamined }) => Number(docsExamined));
}

test.serial(
  'no read of a slice takes more charges than it has, and each charge is read once for each of its days',
  async (t) => {
    await furnish();
    const whole = await readsOf(() => rig.verify(1_000));
    const [created, paid] = [DAYS.length * PER_DAY, DAYS.length * (PER_DAY - 1)];
    t.deepEqual(whole.toSorted(), [created, paid, created, paid].toSorted(), 'two sides of two modes');
    for (const size of [PER_DAY, 2 * PER_DAY + 1]) {
      const reads = await readsOf(() => rig.verify(size));
      t.true(Math.max(...reads) <= size, `${reads} in slices of ${size}`);
      t.is(
        reads.reduce((sum, read) => sum + read, 0),
        2 * (created + paid),
      );
    }
    t.true(Math.max(...(await readsOf(() => rig.verify(1)))) <= PER_DAY, 'a day is never divided');
  },
);

test.serial('a recount is ended and taken up again at any slice: together they read everything once', async (t) => {
  const tenant = await furnish();
  const verify = verifyStatistics({ audit: rig.audit, size: PER_DAY });
  const { signal } = new AbortController();
  const whole = await verify({}, signal);
  const parts = [await verify({ oneStretch: true }, signal)];
  for (let last = parts[0]; last?.next; last = parts.at(-1))
    parts.push(await verify({ from: last.next, oneStretch: true }, signal));
  t.true(parts.length > DAYS.length, `${parts.length} stretches`);
  const sum = (field: 'charges' | 'rollups') => parts.reduce((all, part) => all + part[field], 0);
  t.deepEqual([sum('charges'), sum('rollups')], [whole.charges, whole.rollups]);
  t.is(whole.next, '');

  // What is wrong before the slice is not looked at again; what is wrong behind it is.
  for (const day of [FIRST, LAST]) await rollups().updateOne(one(tenant, day), { $inc: { 'sums.created': 1 } });
  t.is((await verify({}, signal)).problemCount, 2);
  const { problems } = await verify({ from: `${tenant.accountId}:test:created:${MIDDLE}` }, signal);
  t.deepEqual(
    problems.map(({ day }) => day),
    [LAST],
  );
  t.is((await verify({ from: `${tenant.accountId}:test:paid` }, signal)).problemCount, 0);
});

test.serial('where a slice ends is found from keys alone', async (t) => {
  const tenant = await furnish();
  const { db } = rig.connection;
  await db?.command({ profile: 2 });
  for (const side of ['created', 'paid'] as const) {
    const start = { tenant, side, from: null };
    t.deepEqual(await rig.audit.slice(start, 4), sliceOf(start, side === 'created' ? '2026-11-18' : '2026-11-20'));
    t.deepEqual(await rig.audit.slice(start, 1_000), sliceOf(start, null));
  }
  await db?.command({ profile: 0 });
  const asked = await rig.connection
    .collection('system.profile')
    .find({ ns: /\.charges$/ })
    .toArray();
  t.deepEqual(
    asked.map(({ docsExamined }) => docsExamined),
    [0, 0, 0, 0],
  );
});

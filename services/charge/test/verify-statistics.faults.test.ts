import { randomBytes } from 'node:crypto';
import { dice } from '@gx/testkit/faults';
import test from 'ava';
import { verifyStatistics } from '../src/queries/verify-statistics.ts';
import { live } from './lives.ts';
import { newTenant, type RollupRig, startRollupRig } from './rollup-rig.ts';

const seed = process.env['ROLLUPS_SEED'] ?? randomBytes(4).toString('hex');
const rig = await startRollupRig();
test.after.always('everything stops', rig.stop);

const rollups = () => rig.connection.collection('rollups');
const charges = () => rig.connection.collection('charges');
type Defect = { readonly plant: (accountId: string) => Promise<unknown>; readonly found: readonly string[] };

/** Three charges of 10.00 on one day: two paid, one waiting. */
async function furnish({ model, roll }: RollupRig) {
  const tenant = newTenant();
  const day = new Date('2026-11-20T12:00:00.000Z');
  const settlement = {
    endToEndId: 'E1',
    paidAt: new Date(day.getTime() + 20),
    acceptedAt: day,
    sequence: 2,
    traceparent: null,
    postedAt: day,
  };
  const document = (nth: number) => ({
    _id: `${tenant.accountId}-${nth}`,
    ...tenant,
    idempotencyKey: `${nth}`,
    bankProfileId: 'bank',
    txid: randomBytes(16).toString('hex'),
    status: nth === 0 ? 'WAITING_PAYMENT' : 'PAID',
    version: 2,
    amount: 1_000,
    currency: 'BRL',
    fees: { provider: 10, platform: 0 },
    createdAt: day,
    settlement: nth === 0 ? null : settlement,
    refunds: [],
    rolled: null,
    unrolled: true,
    listed: true,
  });
  await model.collection.insertMany([0, 1, 2].map(document) as never[]);
  await roll();
  return tenant;
}

const one = (accountId: string) => ({ _id: `${accountId}:test:2026-11-20:BRL:PIX` as never });
const DEFECTS: Readonly<Record<string, Defect>> = {
  'a sum that is one centavo off': {
    plant: (accountId) => rollups().updateOne(one(accountId), { $inc: { 'sums.gross': 1 } }),
    found: ['2026-11-20 BRL gross 2001 2000'],
  },
  'a time to pay in another slot': {
    plant: (accountId) => rollups().updateOne(one(accountId), { $inc: { 'timeToPay.20': -1, 'timeToPay.21': 1 } }),
    found: ['2026-11-20 BRL timeToPay.20 1 2', '2026-11-20 BRL timeToPay.21 1 0'],
  },
  'a rollup of nothing': {
    plant: (accountId) =>
      rollups().insertOne({
        ...{ _id: `${accountId}:live:2026-11-20:BRL:PIX` as never, accountId, livemode: true, day: '2026-11-20' },
        ...{ currency: 'BRL', method: 'PIX', lot: 1, sums: { created: 1 } },
      }),
    found: ['live 2026-11-20 BRL created 1 0'],
  },
  'a rollup that is gone': {
    plant: (accountId) => rollups().deleteOne(one(accountId)),
    found: [
      '2026-11-20 BRL converted 0 2',
      '2026-11-20 BRL created 0 3',
      '2026-11-20 BRL gross 0 2000',
      '2026-11-20 BRL paid 0 2',
      '2026-11-20 BRL providerFees 0 20',
      '2026-11-20 BRL timeToPay.20 0 2',
      '2026-11-20 BRL waitingPayment 0 1',
    ],
  },
  'a charge that changed and was not marked': {
    plant: (accountId) => charges().updateOne({ _id: `${accountId}-0` as never }, { $set: { status: 'EXPIRED' } }),
    found: ['2026-11-20 BRL expired 0 1', '2026-11-20 BRL waitingPayment 1 0'],
  },
  'a charge that was counted as something else': {
    plant: (accountId) =>
      charges().updateOne(
        { _id: `${accountId}-1` as never },
        { $set: { unrolled: true, 'rolled.parts.0.sums.gross': 999 } },
      ),
    found: ['2026-11-20 BRL gross 2000 1999'],
  },
  'charges that nobody has': {
    plant: (accountId) => charges().deleteMany({ accountId, status: 'PAID' }),
    found: [
      '2026-11-20 BRL converted 2 0',
      '2026-11-20 BRL created 3 1',
      '2026-11-20 BRL gross 2000 0',
      '2026-11-20 BRL paid 2 0',
      '2026-11-20 BRL providerFees 20 0',
      '2026-11-20 BRL timeToPay.20 2 0',
    ],
  },
};

for (const [name, { plant, found }] of Object.entries(DEFECTS))
  test.serial(`the recount finds ${name}, and of whom`, async (t) => {
    const [sound, sick] = [await furnish(rig), await furnish(rig)];
    t.like(await rig.verify(), { problemCount: 0, waiting: 0 });
    await plant(sick.accountId);
    const { problems, problemCount } = await rig.verify();
    t.true(problems.every(({ accountId }) => accountId === sick.accountId));
    t.deepEqual(
      problems
        .map(
          ({ livemode, day, currency, sum, stands, recounted }) =>
            `${livemode ? 'live ' : ''}${day} ${currency} ${sum} ${stands} ${recounted}`,
        )
        .toSorted(),
      [...found],
    );
    t.is(problemCount, found.length);
    const accountId = { $in: [sound.accountId, sick.accountId] };
    await Promise.all([rollups().deleteMany({ accountId }), charges().deleteMany({ accountId })]);
  });

test.serial('a lot under way is no problem, wherever it is: only its charges wait', async (t) => {
  const own = dice(seed);
  const tenant = newTenant();
  for (const step of ['raise', 'mark', 'end'] as const) {
    const ids = await rig.populate(tenant, 15, own.for(step), 4);
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stop = async (): Promise<void> => {
      reached.resolve();
      await go.promise;
    };
    const { rolls } = rig;
    const raise: typeof rig.rollups.raise = async (lot, additions) => {
      // Half of it, as by a process that is interrupted.
      await rig.rollups.raise(lot, additions.slice(0, Math.ceil(additions.length / 2)));
      await stop();
      await rig.rollups.raise(lot, additions);
    };
    const late = step === 'raise' ? { rollups: { ...rig.rollups, raise } } : {};
    const mark: typeof rolls.mark = async (lot) => stop().then(() => rolls.mark(lot));
    const end: typeof rolls.end = async (lot) => stop().then(() => rolls.end(lot));
    const roller = rig.rollerWith({
      ...late,
      rolls: { ...rolls, ...(step === 'mark' ? { mark } : {}), ...(step === 'end' ? { end } : {}) },
    });
    const rolling = roller();
    await reached.promise;
    for (const size of [undefined, 4])
      t.is((await rig.verify(size)).problemCount, 0, `at ${step}: ROLLUPS_SEED=${seed}`);
    await Promise.all(ids.map((id, nth) => live(rig.charges, tenant, id, own.for(`${step} ${nth}`), 4)));
    const during = await rig.verify();
    t.is(during.problemCount, 0, `at ${step}, after changes: ROLLUPS_SEED=${seed}`);
    t.like(await rig.verify(4), { problemCount: 0, waiting: during.waiting, charges: during.charges });
    t.true(during.waiting > 0);
    go.resolve();
    await rolling;
    await rig.roll();
    t.like(await rig.verify(), { problemCount: 0, waiting: 0 });
  }
});

test.serial(
  'whatever is created, paid, refunded, closed and counted while a slice is read makes no problem, and hides none',
  async (t) => {
    const own = dice(`${seed} between`);
    const tenant = newTenant();
    const ids = await rig.populate(tenant, 40, own, 4);
    await rig.roll();
    let slices = 0;
    /** In every slice, after its rollups were read and before its charges are. */
    const snapshot: typeof rig.audit.snapshot = (slice, read) =>
      rig.audit.snapshot(slice, async (found) => {
        slices += 1;
        const step = own.for(`slice ${slices}`);
        ids.push(...(await rig.populate(tenant, 5, step, 4)));
        await Promise.all(ids.map((id, nth) => live(rig.charges, tenant, id, step.for(`life ${nth}`), 2)));
        await rig.roll();
        return read(found);
      });
    const verify = () =>
      verifyStatistics({ audit: { ...rig.audit, snapshot }, size: 10 })({}, new AbortController().signal);
    t.deepEqual((await verify()).problems, [], `ROLLUPS_SEED=${seed}`);
    t.true(slices > 4, `${slices} slices`);
    const { _id, day } = (await rollups().findOne({ ...tenant, 'sums.paid': { $gt: 0 } })) as never;
    await rollups().updateOne({ _id }, { $inc: { 'sums.gross': 7 } });
    const { problems, problemCount } = await verify();
    t.is(problemCount, 1, `ROLLUPS_SEED=${seed}`);
    t.like(problems[0], { accountId: tenant.accountId, day, sum: 'gross' });
    t.is(Number(problems[0]?.stands) - Number(problems[0]?.recounted), 7);
    await rollups().updateOne({ _id }, { $inc: { 'sums.gross': -7 } });
  },
);

test.serial('the recount is exact while charges change and are counted', async (t) => {
  const own = dice(`${seed} busy`);
  const account = newTenant();
  const tenants = [account, { ...account, livemode: true }, newTenant()];
  let isOver = false;
  const rolling = (async () => {
    while (!isOver) await rig.roll();
  })();
  let looks = 0;
  const looking = (async () => {
    while (!isOver) {
      // By turns in one piece and in many.
      t.deepEqual((await rig.verify(looks % 2 === 0 ? undefined : 10)).problems, [], `ROLLUPS_SEED=${seed}`);
      looks += 1;
    }
  })();
  for (let round = 0; looks < 6; round += 1)
    await Promise.all(tenants.map((tenant, nth) => rig.populate(tenant, 30, own.for(`${round} ${nth}`), 10)));
  isOver = true;
  await Promise.all([rolling, looking]);
  await rig.leave();
  await rig.roll();
  t.like(await rig.verify(), { problemCount: 0, waiting: 0 });
});

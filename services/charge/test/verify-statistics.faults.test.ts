import { randomBytes } from 'node:crypto';
import { until } from '@gx/testkit';
import { random } from '@gx/testkit/faults';
import test from 'ava';
import { newTenant, type StatisticsRig, startStatisticsRig } from './statistics-rig.ts';

const seed = process.env['STATISTICS_SEED'] ?? randomBytes(4).toString('hex');
const rig = await startStatisticsRig();
test.after.always('everything stops', rig.stop);

const cells = () => rig.connection.collection('statistics_cells');
const charges = () => rig.connection.collection('charges');
type Defect = { readonly plant: (accountId: string) => Promise<unknown>; readonly found: readonly string[] };

/** Three charges of 10.00 on one day: two paid, one waiting. */
async function furnish({ model, recompute }: StatisticsRig) {
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
    method: 'PIX',
    bankProfileId: 'bank',
    paymentOptions: [{ txid: randomBytes(16).toString('hex') }],
    status: nth === 0 ? 'WAITING_PAYMENT' : 'PAID',
    version: 2,
    amount: 1_000,
    currency: 'BRL',
    fees: { provider: 10, platform: 0 },
    createdAt: day,
    settlement: nth === 0 ? null : settlement,
    refunds: [],
    listed: true,
    outbox: [{ eventId: `${tenant.accountId}-${nth}` }],
  });
  await model.collection.insertMany([0, 1, 2].map(document) as never[]);
  await recompute();
  return tenant;
}

const one = (accountId: string) => ({ _id: `${accountId}:test:2026-11-20T12` as never });
const BRL = { method: 'PIX', currency: 'BRL' };
const DEFECTS: Readonly<Record<string, Defect>> = {
  'a sum that is one centavo off': {
    plant: (accountId) => cells().updateOne(one(accountId), { $inc: { 'rows.0.sums.gross': 1 } }),
    found: ['2026-11-20T12 BRL gross 2001 2000'],
  },
  'a time to pay in another slot': {
    plant: (accountId) =>
      cells().updateOne(one(accountId), { $inc: { 'rows.0.timeToPay.20': -1, 'rows.0.timeToPay.21': 1 } }),
    found: ['2026-11-20T12 BRL timeToPay.20 1 2', '2026-11-20T12 BRL timeToPay.21 1 0'],
  },
  'a cell of nothing': {
    plant: (accountId) =>
      cells().insertOne({
        _id: `${accountId}:live:2026-11-20T12` as never,
        accountId,
        livemode: true,
        hour: '2026-11-20T12',
        ...{ marks: 1, recomputed: 1, dirty: false, rows: [{ ...BRL, sums: { created: 1 }, timeToPay: {} }] },
      }),
    found: ['live 2026-11-20T12 BRL created 1 0'],
  },
  'a cell that is gone': {
    plant: (accountId) => cells().deleteOne(one(accountId)),
    found: [
      '2026-11-20T12 BRL converted 0 2',
      '2026-11-20T12 BRL created 0 3',
      '2026-11-20T12 BRL gross 0 2000',
      '2026-11-20T12 BRL paid 0 2',
      '2026-11-20T12 BRL providerFees 0 20',
      '2026-11-20T12 BRL timeToPay.20 0 2',
      '2026-11-20T12 BRL waitingPayment 0 1',
    ],
  },
  'a charge that changed and was not marked': {
    plant: (accountId) => charges().updateOne({ _id: `${accountId}-0` as never }, { $set: { status: 'EXPIRED' } }),
    found: ['2026-11-20T12 BRL expired 0 1', '2026-11-20T12 BRL waitingPayment 1 0'],
  },
  'charges that nobody has': {
    plant: (accountId) => charges().deleteMany({ accountId, status: 'PAID' }),
    found: [
      '2026-11-20T12 BRL converted 2 0',
      '2026-11-20T12 BRL created 3 1',
      '2026-11-20T12 BRL gross 2000 0',
      '2026-11-20T12 BRL paid 2 0',
      '2026-11-20T12 BRL providerFees 20 0',
      '2026-11-20T12 BRL timeToPay.20 2 0',
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
          ({ livemode, hour, currency, sum, stands, recounted }) =>
            `${livemode ? 'live ' : ''}${hour} ${currency} ${sum} ${stands} ${recounted}`,
        )
        .toSorted(),
      [...found],
    );
    t.is(problemCount, found.length);
    const accountId = { $in: [sound.accountId, sick.accountId] };
    await Promise.all([cells().deleteMany({ accountId }), charges().deleteMany({ accountId })]);
  });

test.serial('an hour that is dirty, or about to be, waits and is no problem', async (t) => {
  const tenant = await furnish(rig);
  await charges().updateOne({ _id: `${tenant.accountId}-0` as never }, {
    $set: { status: 'EXPIRED' },
    $push: { outbox: { eventId: 'later' } },
  } as never);
  t.like(await rig.verify(), { problemCount: 0, waiting: 1 });
  await rig.relay();
  t.like(await rig.verify(), { problemCount: 0, waiting: 1 });
  await rig.recompute();
  t.like(await rig.verify(), { problemCount: 0, waiting: 0 });
});

test.serial('verifying is exact while charges change and are counted', async (t) => {
  const own = random(`${seed} busy`);
  const account = newTenant();
  const tenants = [account, { ...account, livemode: true }, newTenant()];
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  const counting = (async () => {
    while (!isOver) await rig.recompute();
  })().finally(end);
  let looks = 0;
  const looking = (async () => {
    while (!isOver) {
      t.deepEqual((await rig.verify()).problems, [], `STATISTICS_SEED=${seed}`);
      looks += 1;
    }
  })().finally(end);
  // One look a round at least: a slow machine must not add charges faster than they can be looked at.
  for (let round = 0; round < 4 && !isOver; round += 1) {
    await Promise.all(tenants.map((tenant, nth) => rig.populate(tenant, 30, own.for(`${round} ${nth}`), 10)));
    await until('a look', () => looks > round || isOver, { timeoutMs: 120_000 });
  }
  end();
  await Promise.all([counting, looking]);
  await rig.recompute();
  t.like(await rig.verify(), { problemCount: 0, waiting: 0 });
});

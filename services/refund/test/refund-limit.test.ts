import { SERVICES } from '@gx/contracts';
import { AMOUNT_MAX, newId } from '@gx/core';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import {
  arrives,
  CALL,
  newTenant,
  order,
  PATIENT,
  type PaidCharge,
  PLAIN_PROFILE,
  paid,
  refunded,
  refusal,
  startRig,
} from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const MAX = 1_000;
/** What a client takes of one answer, where nothing else is said: gRPC's own limit. */
const MESSAGE_MAX_BYTES = 4 * 1_024 * 1_024;

const collection = (name: 'refunds' | 'refundables') => rig.database.connection.collection(name);
const create = (request: Parameters<typeof rig.rpc.createRefund>[1], rpc = rig.rpc) => rpc.createRefund(CALL, request);
const listed = async (it: PaidCharge) => (await rig.rpc.listRefunds(CALL, it)).refunds;
const sharesOf = async ({ chargeId }: PaidCharge) =>
  ((await collection('refundables').findOne({ _id: chargeId as never }))?.['shares'] ?? []) as { refundId: string }[];

/**
 * So many refunds of a charge: the first one made, the others written beside it as they would stand. Answers
 * the first one's request.
 */
async function plant(it: PaidCharge, count: number, change: object = {}) {
  const first = order(it, { amount: 1 });
  const { refund } = await create(first);
  const done = await arrives(rig, refund?.id ?? '', 'REFUNDED');
  const settled = { outbox: [], dueAt: null, owner: null, due: {} };
  const copies = Array.from({ length: count - 1 }, () => {
    const id = newId('refund');
    return { ...done, _id: id, idempotencyKey: id, bankId: id.replaceAll('-', ''), ...settled, ...change };
  });
  await collection('refunds').insertMany(copies as never[]);
  const shares = copies.map(({ _id }) => ({ refundId: _id, amount: 1 }));
  await collection('refundables').updateOne(
    { _id: it.chargeId as never },
    { $push: { shares: { $each: shares } } as never },
  );
  return first;
}

async function isFull(t: ExecutionContext, it: PaidCharge, change: { readonly amount?: number } = { amount: 1 }) {
  const request = order(it, change);
  const held = rig.ledger.holds.size;
  const refused = await refusal(create(request));
  t.is(refused.code, 'unprocessable_entity');
  t.is(refused.more.reason, 'refund_limit_reached');
  t.regex(refused.message, /1,000 refunds/);
  t.is(rig.ledger.holds.size, held, 'no hold is left');
  const { idempotencyKey } = request;
  t.is(await collection('refunds').countDocuments({ idempotencyKey } as never), 0, 'and the key is free');
}

test.serial(
  '422 the 1,001st refund of a charge: nothing is held; those there are still answer, and other charges go on',
  async (t) => {
    const it = await paid(rig, { amount: 100_000 });
    const first = await plant(it, MAX - 1);
    const last = order(it, { amount: 2 });
    const made = await create(last);
    await isFull(t, it);
    await isFull(t, it, {});
    t.deepEqual(await create(last), { ...made, replayed: true });
    t.true((await create(first)).replayed);
    t.is(
      (await refusal(create({ ...order(it, { amount: 3 }), idempotencyKey: last.idempotencyKey as string }))).code,
      'idempotency_key_reused',
    );
    t.is((await listed(it)).length, MAX);
    t.is((await refunded(rig, await paid(rig, { tenant: it.tenant }))).status, 'PENDING');
  },
);

test.serial('a refund that failed keeps its place; one that was refused has none', async (t) => {
  const it = await paid(rig, { amount: 100_000 });
  await plant(it, MAX - 1);
  rig.ledger.available.set(it.tenant.accountId, 5);
  t.is((await refusal(create(order(it, { amount: 6 })))).more.reason, 'insufficient_balance');
  await rig.misbehave({ kind: 'fails', operation: 'devolution_put', times: 1, code: 'AC06' });
  const { id } = await refunded(rig, it, { amount: 5 });
  await arrives(rig, id, 'FAILED');
  await until('its share is free', async () => !(await sharesOf(it)).some(({ refundId }) => refundId === id));
  t.is(rig.ledger.available.get(it.tenant.accountId), 5);
  await isFull(t, it);
  await isFull(t, it, { amount: 99_001 });
});

test.serial(
  'a failed refund whose share was left behind by a death keeps its place when the share is found',
  async (t) => {
    const it = await paid(rig, { amount: MAX });
    await plant(it, MAX - 1, { status: 'FAILED' });
    const { id } = await refunded(rig, it, { amount: 1 });
    await isFull(t, it, {});
    t.true((await sharesOf(it)).length < MAX, 'what they reserved is free');
    t.true((await sharesOf(it)).some(({ refundId }) => refundId === id));
    await isFull(t, it);
  },
);

test.serial('what a slow creator left behind takes no place', async (t) => {
  const it = await paid(rig, { amount: 100_000 });
  await plant(it, MAX - 1);
  await collection('refundables').updateOne(
    { _id: it.chargeId as never },
    { $push: { shares: { refundId: 'of nobody', amount: 1 } } as never },
  );
  t.is((await refunded(rig, it, { amount: 1 })).status, 'PENDING');
  await isFull(t, it);
});

test.serial('two race for the last place on two replicas: one is promised', async (t) => {
  const second = await rig.replica();
  const it = await paid(rig, { amount: 100_000 });
  await plant(it, MAX - 1);
  const outcomes = await Promise.allSettled([rig.rpc, second.rpc].map((rpc) => create(order(it, { amount: 1 }), rpc)));
  t.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  t.is((await listed(it)).length, MAX);
  await isFull(t, it);
  await second.stop();
});

test.serial('money that may not be kept goes back from a full charge too', async (t) => {
  const it = await paid(rig, { amount: 100_000 });
  await plant(it, MAX);
  const returnId = newId('refund');
  const money = { bankProfileId: PLAIN_PROFILE, endToEndId: it.endToEndId, amount: 100_000, currency: 'BRL' };
  const why = { returnId, reason: 'DUPLICATE', paidAtMs: 1 };
  await rig.bus.orderReturn(it.tenant, it.chargeId as never, { ...money, ...why });
  const known = async () => (await listed(it)).find(({ id }) => id === returnId);
  t.is((await until('it is ordered', known, PATIENT)).kind, 'RETURN');
});

test.serial('a charge that has more from before can be read, and has no more', async (t) => {
  const it = await paid(rig, { amount: 100_000 });
  await plant(it, MAX + 5);
  t.is((await listed(it)).length, MAX + 5);
  await isFull(t, it);
});

test.serial(
  'the largest refunds that there can be, 1,000 of them, are one answer with a quarter to spare',
  async (t) => {
    const it = await paid(rig, { amount: 100_000, tenant: newTenant() });
    // Four bytes each is the most that a character has. A bank's sentence has at most 140 (BCB, `motivo`).
    await plant(it, MAX, {
      amount: AMOUNT_MAX,
      reason: '💸'.repeat(500),
      status: 'FAILED',
      failureCode: 'ã'.repeat(140),
    });
    const refunds = await listed(it);
    t.is(refunds.length, MAX);
    const { byteLength } = SERVICES.refund.ListRefunds.responseSerialize({ refunds });
    t.true(byteLength > 2_000_000, `the largest were meant: ${byteLength}`);
    t.true(byteLength < 0.75 * MESSAGE_MAX_BYTES, String(byteLength));
  },
);

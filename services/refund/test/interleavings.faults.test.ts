import type { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { booksOf, requestsOf } from './at-bank.ts';
import { announced, arrives, CALL, make, order, paid, refunded, refusal, stands, startRig, stored } from './rig.ts';

const rig = await startRig({
  BANK_CALL_MS: '2000',
  BANK_MS: '5000',
  PEER_CALL_MS: '2000',
  CREATE_LEASE_MS: '6500',
  CREATE_WAIT_MS: '8000',
  POLL_TIME_SCALE: '0.1',
});
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const create = (request: Parameters<typeof rig.rpc.createRefund>[1], rpc = rig.rpc) => rpc.createRefund(CALL, request);
const holdOf = (id: string) => rig.ledger.holds.get(`refund:${id}`);
const ofKey = (idempotencyKey: unknown) => rig.database.connection.collection('refunds').findOne({ idempotencyKey });
const sharesOf = async (chargeId: string) =>
  (await rig.database.connection.collection('refundables').findOne({ _id: chargeId as never }))?.['shares'] as {
    refundId: string;
    amount: number;
  }[];
const bankId = (id: string): string => id.replaceAll('-', '');
const UNSENT = { status: { $in: ['INITIATED', 'DROPPED', 'PENDING'] } } as const;
/** Nothing of an earlier test is still to be sent: it would take what the bank is told to do once. */
const allSent = () =>
  until('all is sent', async () => (await rig.database.connection.collection('refunds').countDocuments(UNSENT)) === 0, {
    timeoutMs: 30_000,
  });
/** A request that gave up waiting may have left its refusal to a job. */
const nothingLeft = (idempotencyKey: unknown) =>
  until('nothing is left of it', async () => (await ofKey(idempotencyKey)) === null, { timeoutMs: 30_000 });
/** The refund of a key, as soon as it is inserted. */
const inserted = (idempotencyKey: unknown) =>
  until('it is inserted', async () => (await ofKey(idempotencyKey)) ?? undefined);

test.serial('20 parallel refunds of 30 % on two replicas: three, and never more at the bank', async (t) => {
  const second = await rig.replica();
  const it = await paid(rig);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, nth) => create(order(it, { amount: 300 }), nth % 2 === 0 ? rig.rpc : second.rpc)),
  );
  const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.refund?.id ?? ''] : []));
  t.is(made.length, 3);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') t.is((outcome.reason as Refusal).code, 'invalid_amount');
  }
  await Promise.all(made.map((id) => arrives(rig, id, 'REFUNDED')));
  const { devolutions } = await booksOf(rig, it.endToEndId);
  t.deepEqual(
    devolutions.map(({ amount }) => amount),
    [300, 300, 300],
  );
  t.is((await sharesOf(it.chargeId)).length, 3);
  await second.stop();
});

test.serial('50 requests with one key on two replicas: one refund, one hold, fifty equal answers', async (t) => {
  const second = await rig.replica();
  const it = await paid(rig);
  const request = order(it, { amount: 700 });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, nth) => create(request, nth % 2 === 0 ? rig.rpc : second.rpc)),
  );
  const [first] = answers;
  for (const { refund } of answers) t.deepEqual(refund, first?.refund ?? null);
  t.is(answers.filter(({ replayed }) => !replayed).length, 1);
  t.is(await rig.database.connection.collection('refunds').countDocuments({ accountId: it.tenant.accountId }), 1);
  t.is(holdOf(first?.refund?.id ?? '')?.held, 700);
  await second.stop();
});

test.serial('50 requests with one key that are refused: none leaves anything behind', async (t) => {
  const it = await paid(rig);
  rig.ledger.available.set(it.tenant.accountId, 10);
  const request = order(it);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => refusal(create(request))));
  t.true(outcomes.some(({ more }) => more.reason === 'insufficient_balance'));
  t.true(outcomes.every(({ code, more }) => code === 'service_unavailable' || more.reason === 'insufficient_balance'));
  await nothingLeft(request.idempotencyKey);
  t.deepEqual(await sharesOf(it.chargeId), []);
  t.is(rig.ledger.available.get(it.tenant.accountId), 10);
});

test.serial('two refunds race for the last balance: one is promised, nothing is held twice', async (t) => {
  const it = await paid(rig);
  rig.ledger.available.set(it.tenant.accountId, 500);
  const outcomes = await Promise.allSettled([1, 2].map(() => create(order(it, { amount: 500 }))));
  t.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  t.is(rig.ledger.available.get(it.tenant.accountId), 0);
});

test.serial(
  'refund FAILED late after another full refund was refused: its share and its money are free, once',
  async (t) => {
    await allSent();
    await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
    const it = await paid(rig);
    rig.ledger.available.set(it.tenant.accountId, 1_000);
    const { id } = await refunded(rig, it);
    await stands(rig, id, 'IN_PROGRESS');
    t.is((await refusal(create(order(it)))).code, 'invalid_amount');
    await rig.simulator.control('POST', `/sim/devolutions/${it.endToEndId}/${bankId(id)}`, { status: 'NAO_REALIZADO' });
    await arrives(rig, id, 'FAILED');
    t.is(rig.ledger.available.get(it.tenant.accountId), 1_000);
    const again = await refunded(rig, it);
    await arrives(rig, again.id, 'REFUNDED');
    t.is(rig.ledger.available.get(it.tenant.accountId), 0);
    t.is((await booksOf(rig, it.endToEndId)).devolutions.filter(({ status }) => status === 'DEVOLVIDO').length, 1);
  },
);

for (const side of ['mute_before', 'mute_after'] as const) {
  test.serial(`a hold without an answer (${side}) is requested again and never counts as short`, async (t) => {
    rig.ledger.trouble('PlaceHold', side);
    const it = await paid(rig);
    const { id } = await refunded(rig, it, { amount: 600 });
    t.is(holdOf(id)?.held, 600);
    t.is(rig.ledger.calls.filter((call) => call === `PlaceHold refund:${id}`).length, 2);
  });
}

test.serial('a hold that nobody answers at all: 503, and a job makes the refund although nobody retried', async (t) => {
  rig.ledger.trouble('PlaceHold', 'mute_after', 'mute_before');
  const it = await paid(rig);
  const request = order(it);
  t.is((await refusal(create(request))).code, 'service_unavailable');
  const id = String((await inserted(request.idempotencyKey))._id);
  await arrives(rig, id, 'REFUNDED');
  t.like(holdOf(id), { state: 'COMMITTED', held: 1_000 });
  const { replayed, refund } = await create(request);
  t.true(replayed);
  t.like(refund, { id, status: 'PENDING' });
});

test.serial(
  'short after a hold that got no answer: it is voided before the key is free, so a late one holds nothing',
  async (t) => {
    let proceed = (): void => undefined;
    rig.ledger.trouble('PlaceHold', (late) => {
      proceed = late;
    });
    const it = await paid(rig);
    rig.ledger.available.set(it.tenant.accountId, 100);
    const request = order(it);
    const refused = await refusal(create(request));
    t.is(refused.more.reason, 'insufficient_balance');
    t.is(await ofKey(request.idempotencyKey), null);
    rig.ledger.available.set(it.tenant.accountId, 5_000);
    proceed();
    const reference = rig.ledger.calls.findLast((call) => call.startsWith('VoidHold'))?.split(' ')[1] ?? '';
    t.is(rig.ledger.holds.get(reference)?.state, 'VOIDED');
    t.is(rig.ledger.available.get(it.tenant.accountId), 5_000);
  },
);

test.serial('a slow creator whose refund was taken over writes nothing and answers from the document', async (t) => {
  const slow = await rig.replica({ PEER_CALL_MS: '4000', CREATE_LEASE_MS: '12500', WORK_LEASE_MS: '30000' });
  let wake = (): void => undefined;
  rig.ledger.trouble('PlaceHold', (proceed) => {
    wake = proceed;
  });
  const it = await paid(rig);
  const request = order(it, { amount: 800 });
  const sleeping = create(request, slow.rpc);
  const id = String((await inserted(request.idempotencyKey))._id);
  await until('it sleeps', () => rig.ledger.calls.includes(`PlaceHold refund:${id}`));
  await make(rig, id, { dueAt: new Date(0) });
  const taken = await create(request);
  await arrives(rig, id, 'REFUNDED');
  const after = await stored(rig, id);
  wake();
  const woken = await sleeping;
  t.deepEqual(woken.refund, taken.refund);
  t.is((await stored(rig, id))?.['version'], after?.['version']);
  t.is(holdOf(id)?.held, 800);
  await slow.stop();
});

test.serial(
  'a slow creator whose refund was refused meanwhile leaves no hold, no share and no key behind',
  async (t) => {
    const slow = await rig.replica({ PEER_CALL_MS: '4000', CREATE_LEASE_MS: '12500', WORK_LEASE_MS: '30000' });
    let wake = (): void => undefined;
    rig.ledger.trouble('PlaceHold', (proceed) => {
      wake = proceed;
    });
    const it = await paid(rig);
    rig.ledger.available.set(it.tenant.accountId, 100);
    const request = order(it);
    const sleeping = refusal(create(request, slow.rpc));
    const id = String((await inserted(request.idempotencyKey))._id);
    await until('it sleeps', () => rig.ledger.calls.includes(`PlaceHold refund:${id}`));
    await make(rig, id, { dueAt: new Date(0) });
    t.is((await refusal(create(request))).more.reason, 'insufficient_balance');
    rig.ledger.available.set(it.tenant.accountId, 900);
    wake();
    t.is((await sleeping).more.reason, 'insufficient_balance');
    t.is(rig.ledger.available.get(it.tenant.accountId), 900);
    t.is(await ofKey(request.idempotencyKey), null);
    t.deepEqual(await sharesOf(it.chargeId), []);
    await slow.stop();
  },
);

test.serial('a share that a slow creator left behind is found when somebody asks for it', async (t) => {
  const it = await paid(rig);
  const { id } = await refunded(rig, it, { amount: 100 });
  await arrives(rig, id, 'REFUNDED');
  await rig.database.connection
    .collection('refundables')
    .updateOne({ _id: it.chargeId as never }, { $push: { shares: { refundId: 'of nobody', amount: 900 } } as never });
  t.is((await refunded(rig, it, { amount: 500 })).amount, 500);
  t.is((await refunded(rig, it)).amount, 400);
});

test.serial('a slow owner at the bank that wakes after another one finished changes nothing', async (t) => {
  const second = await rig.replica();
  await allSent();
  await rig.misbehave({ kind: 'delay', operation: 'devolution_put', times: 1, ms: 1_500 });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  await until('it is at the bank', async () => (await stored(rig, id))?.['attempts'] === 1);
  await make(rig, id, { dueAt: new Date(0) });
  await stands(rig, id, 'REFUNDED');
  const after = await stored(rig, id);
  await until('the first one has its answer', () => requestsOf(rig, 'PUT', bankId(id)) > 0);
  await second.stop();
  await until('and has drawn its conclusions', async () =>
    rig.lines().some((line) => line.includes('no longer ours') && line.includes(id)),
  );
  t.is((await stored(rig, id))?.['version'], after?.['version']);
  t.is((await booksOf(rig, it.endToEndId)).devolutions.length, 1);
  t.deepEqual(announced(rig, id).slice(0, 3), [
    'refund.created PENDING',
    'refund.progressed IN_PROGRESS',
    'refund.progressed REFUNDED',
  ]);
});

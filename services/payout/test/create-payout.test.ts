import { until } from '@gx/testkit';
import test from 'ava';
import {
  announced,
  CALL,
  countOf,
  event,
  holdOf,
  newKey,
  newTenant,
  order,
  PIX_OUT_FEE,
  paidOut,
  patiently,
  refusal,
  sentOf,
  stands,
  startRig,
  stored,
  toKey,
} from './rig.ts';

const rig = await startRig({ env: { POLL_TIME_SCALE: '0.1', CREATE_WAIT_MS: '8000' } });
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', rig.behave);

const create = (request: Parameters<typeof rig.rpc.createPayout>[1]) => rig.rpc.createPayout(CALL, request);

test('a payout to a key: held with its fee, processing at once, then paid and announced', async (t) => {
  const tenant = newTenant();
  const key = newKey();
  rig.ledger.available.set(tenant.accountId, 1_000 + PIX_OUT_FEE);
  const { payout, replayed } = await create(
    order(tenant, { ...toKey(key), description: 'Invoice 77', metadataJson: '{"invoice":"77"}' }),
  );
  t.false(replayed);
  t.like(payout, {
    amount: 1_000,
    currency: 'BRL',
    status: 'PROCESSING',
    fee: PIX_OUT_FEE,
    destination: { type: 'email', keyMasked: `****${key.slice(key.indexOf('@'))}` },
    description: 'Invoice 77',
    metadataJson: '{"invoice":"77"}',
    approval: { required: false },
    returnedAmount: 0,
  });
  const id = payout?.id ?? '';
  t.is(rig.ledger.available.get(tenant.accountId), 0);
  const paid = await event(rig, id, 'payout.paid');
  t.deepEqual(announced(rig, id), ['payout.created PROCESSING<STATUS_UNSPECIFIED', 'payout.paid PAID<PROCESSING']);
  t.like(holdOf(rig, id), { state: 'COMMITTED', held: 1_000 + PIX_OUT_FEE, amount: 1_000, fee: PIX_OUT_FEE });
  t.like(
    rig.ledger.placed.find(({ reference }) => reference === `payout:${id}`),
    { feePayer: 'MERCHANT', providerFee: PIX_OUT_FEE, chargeId: '', creditMax: 0, bankProfileId: 'sim' },
  );
  const sent = await sentOf(rig, id);
  t.like(sent, { amount: 1_000, status: 'REALIZADO', destination_key: key });
  t.is(paid.paid?.payout?.endToEndId, sent?.end_to_end_id);
  t.truthy(paid.paid?.payout?.paidAtMs);
  t.like(await rig.rpc.getPayout(CALL, { tenant, payoutId: id }), { id, status: 'PAID' });
  rig.toBank.assertClean();
});

test('nothing of where it goes is stored or published in clear', async (t) => {
  const tenant = newTenant();
  const key = newKey();
  const { id } = await paidOut(rig, tenant, toKey(key));
  await event(rig, id, 'payout.paid');
  t.false(JSON.stringify(await stored(rig, id)).includes(key));
  t.false(JSON.stringify(rig.bus.publications(id)).includes(key));
  t.false(rig.lines().join('\n').includes(key));
});

test('an account with a fee of its own pays that, and the bank its own', async (t) => {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { fee: 200 });
  const { id, fee } = await paidOut(rig, tenant);
  t.is(fee, 200);
  t.like(
    rig.ledger.placed.find(({ reference }) => reference === `payout:${id}`),
    { fee: 200, providerFee: PIX_OUT_FEE },
  );
  const free = newTenant();
  rig.accounts.bound(free, { fee: 0 });
  t.is((await paidOut(rig, free)).fee, 0);
});

test('422 insufficient_balance: amount and fee are more than is available; nothing stays and the key is free', async (t) => {
  const tenant = newTenant();
  rig.ledger.available.set(tenant.accountId, 1_000 + PIX_OUT_FEE - 1);
  const request = order(tenant);
  const refused = await refusal(create(request));
  t.is(refused.code, 'unprocessable_entity');
  t.is(refused.more.reason, 'insufficient_balance');
  t.is(await countOf(rig, tenant), 0);
  t.is(rig.ledger.available.get(tenant.accountId), 1_000 + PIX_OUT_FEE - 1);
  rig.ledger.available.set(tenant.accountId, 5_000);
  t.false((await create({ ...request, requestHash: 'v1:another' })).replayed);
});

test.serial(
  'a replay answers the first body for ever, whatever has happened since and while every peer is away',
  async (t) => {
    const tenant = newTenant();
    const request = order(tenant);
    const { payout } = await create(request);
    await event(rig, payout?.id ?? '', 'payout.paid');
    rig.charges.down = true;
    rig.accounts.down = true;
    t.teardown(() => {
      rig.charges.down = false;
      rig.accounts.down = false;
    });
    const again = await create(request);
    t.true(again.replayed);
    t.deepEqual(again.payout, payout);
  },
);

test('409 a used key with another body; another account and the other mode are independent', async (t) => {
  const tenant = newTenant();
  const request = order(tenant);
  await create(request);
  t.is((await refusal(create({ ...request, requestHash: 'v1:other' }))).code, 'idempotency_key_reused');
  for (const other of [newTenant(), { ...tenant, livemode: true }])
    t.false((await create({ ...request, tenant: other })).replayed);
});

test('50 requests with one key on two replicas: one payout, one hold, fifty equal answers', async (t) => {
  const second = await rig.replica();
  const tenant = newTenant();
  const request = order(tenant);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, nth) => (nth % 2 === 0 ? rig : second).rpc.createPayout(CALL, request)),
  );
  for (const { payout } of answers) t.deepEqual(payout, answers[0]?.payout ?? null);
  t.is(answers.filter(({ replayed }) => !replayed).length, 1);
  t.is(await countOf(rig, tenant), 1);
  await second.stop();
});

test('200 payouts at once against a balance for 100: exactly those that fit', async (t) => {
  const second = await rig.replica();
  const tenant = newTenant();
  rig.ledger.available.set(tenant.accountId, 100 * (1_000 + PIX_OUT_FEE) + PIX_OUT_FEE);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, (_, nth) => patiently((nth % 2 === 0 ? rig : second).rpc, order(tenant))),
  );
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 100);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') t.is(outcome.reason.more.reason, 'insufficient_balance');
  t.is(rig.ledger.available.get(tenant.accountId), PIX_OUT_FEE);
  await until(
    'all are paid',
    async () =>
      (await rig.database.connection
        .collection('payouts')
        .countDocuments({ accountId: tenant.accountId, status: 'PAID' })) === 100,
    { timeoutMs: 60_000 },
  );
  await second.stop();
});

for (const side of ['mute_before', 'mute_after'] as const) {
  test.serial(`a hold without an answer (${side}) is asked for again and never counts as short`, async (t) => {
    const impatient = await rig.replica({ PEER_CALL_MS: '1000' });
    rig.ledger.trouble('PlaceHold', side);
    const { id } = await paidOut(impatient, newTenant());
    t.is(holdOf(rig, id)?.held, 1_000 + PIX_OUT_FEE);
    t.is(rig.ledger.calls.filter((call) => call === `PlaceHold payout:${id}`).length, 2);
    await impatient.stop();
  });
}

test.serial('keys, charge or ledger away: 503, nothing half done, and the same key goes on', async (t) => {
  const tenant = newTenant();
  for (const peer of [rig.accounts] as const) {
    const request = order(tenant);
    peer.down = true;
    t.is((await refusal(create(request))).code, 'service_unavailable');
    t.is(await countOf(rig, tenant), 0);
    peer.down = false;
    t.false((await create(request)).replayed);
  }
  const other = newTenant();
  const request = order(other);
  rig.ledger.trouble('PlaceHold', 'unavailable', 'unavailable');
  t.is((await refusal(create(request))).code, 'service_unavailable');
  const { payout } = await create(request);
  t.is(await countOf(rig, other), 1);
  await stands(rig, payout?.id ?? '', 'PAID');
});

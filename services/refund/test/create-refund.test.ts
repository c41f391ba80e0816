import { newId } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { encryptedText } from './encrypted-text.ts';
import {
  announced,
  CALL,
  event,
  newTenant,
  order,
  PIX_OUT_FEE,
  PROFILE,
  paid,
  refunded,
  refusal,
  startRig,
  stored,
} from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const create = (request: Parameters<typeof rig.rpc.createRefund>[1]) => rig.rpc.createRefund(CALL, request);
const holdOf = (id: string) => rig.ledger.holds.get(`refund:${id}`);
const count = (filter: object) => rig.database.connection.collection('refunds').countDocuments(filter);

test.serial('a refund is answered PENDING with its money held, and announced once', async (t) => {
  const it = await paid(rig);
  await rig.misbehave({ kind: 'stuck', operation: 'devolution_put' });
  const { refund, replayed } = await create(order(it, { amount: 400, reason: 'Arrependimento' }));
  t.false(replayed);
  t.like(refund, {
    kind: 'REFUND',
    chargeId: it.chargeId,
    surface: 'CHARGES',
    amount: 400,
    currency: 'BRL',
    status: 'PENDING',
    strategy: 'DEVOLUTION',
    reason: 'Arrependimento',
  });
  t.like(holdOf(refund?.id ?? ''), { state: 'HELD', held: 400, fee: 0 });
  const created = await event(rig, refund?.id ?? '', 'refund.created');
  t.is(created.sequence, 1);
  t.deepEqual(created.created, refund);
  await event(rig, refund?.id ?? '', 'refund.progressed', 'IN_PROGRESS');
  await until('the outbox is empty', async () => (await stored(rig, refund?.id ?? ''))?.['outbox'].length === 0);
  t.deepEqual(announced(rig, refund?.id ?? ''), ['refund.created PENDING', 'refund.progressed IN_PROGRESS']);
  rig.toBank.assertClean();
});

test.serial('no amount means all that is left, also after another refund', async (t) => {
  const it = await paid(rig);
  t.is((await refunded(rig, it, { amount: 300 })).amount, 300);
  const rest = await refunded(rig, it);
  t.is(rest.amount, 700);
  t.is(holdOf(rest.id)?.held, 700);
  t.is((await refusal(create(order(it)))).code, 'invalid_amount');
});

for (const [rule, amount] of [
  ['nothing', 0],
  ['less than nothing', -1],
  ['more than the charge', 1_001],
] as const) {
  test.serial(`400 ${rule}: no hold, and the key stays free`, async (t) => {
    const it = await paid(rig);
    const request = order(it, { amount });
    const refused = await refusal(create(request));
    t.is(refused.code, 'invalid_amount');
    t.is(refused.more.param, 'amount');
    t.is(await count({ accountId: it.tenant.accountId }), 0);
    const { refund } = await create({
      ...order(it, { amount: 1_000 }),
      idempotencyKey: request.idempotencyKey as string,
    });
    t.is(refund?.amount, 1_000);
    t.is(rig.ledger.calls.filter((call) => call.startsWith('VoidHold')).length, 0);
  });
}

for (const status of [
  'PENDING',
  'WAITING_PAYMENT',
  'PROCESSING',
  'EXPIRED',
  'CANCELLED',
  'REFUSED',
  'REFUNDED',
  'DISPUTE',
  'CHARGEBACK',
] as const) {
  test.serial(`422 a ${status} charge is not refundable, and nothing is held`, async (t) => {
    const it = await paid(rig, { charge: { status } });
    const refused = await refusal(create(order(it)));
    t.is(refused.code, 'unprocessable_entity');
    t.is(refused.more.reason, 'charge_not_refundable');
    t.is(await count({ accountId: it.tenant.accountId }), 0);
  });
}

test.serial('422 accepted money that is not in the wallet yet cannot be refunded', async (t) => {
  const it = await paid(rig, { settlement: { posted: false } });
  t.is((await refusal(create(order(it)))).more.reason, 'charge_not_refundable');
});

test.serial('404 an unknown charge, a foreign one, and one of the other environment', async (t) => {
  const it = await paid(rig);
  const others = [
    { ...it, chargeId: newId('charge') },
    { ...it, tenant: newTenant() },
    { ...it, tenant: { ...it.tenant, livemode: true } },
  ];
  for (const other of others) t.is((await refusal(create(order(other)))).code, 'not_found');
  t.is((await refusal(rig.rpc.listRefunds(CALL, { tenant: newTenant(), chargeId: it.chargeId }))).code, 'not_found');
});

test.serial('422 a devolution more than 90 days after the settlement', async (t) => {
  const day = 86_400_000;
  const late = await paid(rig, { settlement: { paidAtMs: Date.now() - 90 * day - 60_000 } });
  t.is((await refusal(create(order(late)))).more.reason, 'devolution_window_expired');
  const inTime = await paid(rig, { settlement: { paidAtMs: Date.now() - 90 * day + 60_000 } });
  t.is((await refunded(rig, inTime)).status, 'PENDING');
});

test.serial(
  'a bank that sends Pix out: a cashout where a destination is known, the fee is the platform’s',
  async (t) => {
    const it = await paid(rig, { profileId: PROFILE, settlement: { payerTaxId: encryptedText('52998224725') } });
    const refund = await refunded(rig, it, { amount: 200 });
    t.is(refund.strategy, 'CASHOUT');
    t.like(holdOf(refund.id), { held: 200, fee: PIX_OUT_FEE });
  },
);

test.serial(
  'the merchant’s word on its customer is no payer: nobody else gets the money, it goes back as it came',
  async (t) => {
    const customer = { document: '52998224725' };
    const it = await paid(rig, { profileId: PROFILE, charge: { customer } });
    t.is((await refunded(rig, it, { amount: 200 })).strategy, 'DEVOLUTION');
  },
);

test.serial('a passed fee is held beside the amount', async (t) => {
  const it = await paid(rig, { profileId: PROFILE });
  const refund = await refunded(rig, it, { amount: 200, passFeeToTenant: true, destinationKey: 'a@example.com' });
  t.like(holdOf(refund.id), { held: 200 + PIX_OUT_FEE });
});

test.serial(
  'a cashout requested by name: 422 REFUND_NOT_SUPPORTED where the bank cannot, 400 without any destination',
  async (t) => {
    const plain = await paid(rig);
    t.is((await refusal(create(order(plain, { strategy: 'CASHOUT' })))).code, 'REFUND_NOT_SUPPORTED');
    const able = await paid(rig, { profileId: PROFILE });
    const refused = await refusal(create(order(able, { strategy: 'CASHOUT' })));
    t.is(refused.code, 'invalid_request');
    t.is(refused.more.param, 'destinationKey');
    t.is((await refunded(rig, able, { strategy: 'DEVOLUTION' })).strategy, 'DEVOLUTION');
  },
);

test.serial('400 a destination or a passed fee with a devolution, requested or negotiated', async (t) => {
  for (const strategy of ['DEVOLUTION', 'STRATEGY_UNSPECIFIED'] as const) {
    const it = await paid(rig);
    const destination = await refusal(create(order(it, { strategy, destinationKey: 'a@example.com' })));
    t.deepEqual([destination.code, destination.more.param], ['invalid_request', 'destinationKey']);
    const fee = await refusal(create(order(it, { strategy, passFeeToTenant: true })));
    t.deepEqual([fee.code, fee.more.param], ['invalid_request', 'passFeeToTenant']);
    t.is((await refunded(rig, it, { strategy, passFeeToTenant: false })).status, 'PENDING');
  }
});

test.serial('422 a wallet that is short: the ledger’s own words, nothing stays, and the key is free', async (t) => {
  const it = await paid(rig);
  rig.ledger.available.set(it.tenant.accountId, 980);
  const request = order(it);
  const refused = await refusal(create(request));
  t.is(refused.more.reason, 'insufficient_balance');
  t.deepEqual(refused.more.details, [{ param: 'amount', message: 'available 980, required 1000' }]);
  t.is(await count({ accountId: it.tenant.accountId }), 0);
  t.is(rig.ledger.available.get(it.tenant.accountId), 980);
  rig.ledger.available.set(it.tenant.accountId, 1_000);
  t.is((await create(request)).refund?.amount, 1_000, 'its share was given back too');
});

test.serial(
  'the first answer is given again for ever, PENDING, whatever has happened since and while any peer is away',
  async (t) => {
    const it = await paid(rig);
    const request = order(it, { amount: 250 });
    const first = await create(request);
    await event(rig, first.refund?.id ?? '', 'refund.progressed', 'REFUNDED');
    rig.charges.settlements.delete(it.chargeId);
    rig.charges.down = true;
    const again = await create(request);
    rig.charges.down = false;
    t.true(again.replayed);
    t.deepEqual(again.refund, first.refund);
  },
);

test.serial('409 a used key with another body or for another charge; another account is independent', async (t) => {
  const it = await paid(rig);
  const request = order(it, { amount: 100 });
  await create(request);
  const key = { idempotencyKey: request.idempotencyKey as string };
  const reused = await refusal(create({ ...order(it, { amount: 101 }), ...key }));
  t.is(reused.code, 'idempotency_key_reused');
  const other = await paid(rig, { tenant: it.tenant });
  t.is((await refusal(create({ ...order(other, { amount: 100 }), ...key }))).code, 'idempotency_key_reused');
  const stranger = await paid(rig);
  t.is((await create({ ...order(stranger, { amount: 100 }), ...key })).replayed, false);
});

test.serial(
  'a key of blanks, accents and emoji is one key like every other: created once, replayed, 409 for another body',
  async (t) => {
    const it = await paid(rig);
    const key = { idempotencyKey: ` devolução nº 7 ${'🔑'.repeat(100)}` };
    const request = { ...order(it, { amount: 100 }), ...key };
    const first = await create(request);
    const again = await create(request);
    t.deepEqual([first.replayed, again.replayed, again.refund?.id], [false, true, first.refund?.id]);
    t.is((await refusal(create({ ...order(it, { amount: 101 }), ...key }))).code, 'idempotency_key_reused');
    const long = { ...order(it, { amount: 100 }), idempotencyKey: '🔑'.repeat(129) };
    t.is((await refusal(create(long))).code, 'invalid_request');
  },
);

test.serial('503 charge or ledger away: the same key goes on where it stopped', async (t) => {
  const it = await paid(rig);
  const request = order(it);
  rig.charges.down = true;
  t.is((await refusal(create(request))).code, 'service_unavailable');
  rig.charges.down = false;
  t.is(await count({ accountId: it.tenant.accountId }), 0);
  rig.ledger.trouble('PlaceHold', 'unavailable', 'unavailable');
  const refused = await refusal(create(request));
  t.is(refused.code, 'service_unavailable');
  t.is(refused.more.retryAfterSeconds, 1);
  const { refund, replayed } = await create(request);
  t.false(replayed);
  t.is(refund?.amount, 1_000);
  t.is(await count({ accountId: it.tenant.accountId }), 1);
});

test.serial(
  'however often its client retried in vain, a creation is finished by itself once the wallet answers',
  async (t) => {
    const it = await paid(rig);
    const request = order(it);
    const polls = 12;
    rig.ledger.trouble('PlaceHold', ...Array.from({ length: 2 * polls }, () => 'unavailable' as const));
    for (let ask = 1; ask <= polls; ask += 1) t.is((await refusal(create(request))).code, 'service_unavailable');
    const creation = await rig.database.connection.collection('refunds').findOne({ accountId: it.tenant.accountId });
    t.true(creation?.['dueAt'] - Date.now() <= 60_000, String(creation?.['dueAt']));
  },
);

test.serial('the list shows what anybody was promised, newest first, and nothing else', async (t) => {
  const it = await paid(rig);
  t.deepEqual((await rig.rpc.listRefunds(CALL, it)).refunds, []);
  const first = await refunded(rig, it, { amount: 100 });
  const second = await refunded(rig, it, { amount: 200 });
  await refusal(create(order(it, { amount: 900 })));
  const { refunds } = await rig.rpc.listRefunds(CALL, it);
  t.deepEqual(
    refunds.map(({ id }) => id),
    [second.id, first.id],
  );
});

import { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { readsCharges } from './read-charges.ts';
import { CALL, created, event, newTenant, order, PATIENT, publishedEvents, startRig, stored } from './rig.ts';
import { showsCheckouts } from './show-checkouts.ts';

const rig = await startRig({
  CREATE_LEASE_MS: '5500',
  CREATE_MS: '5000',
  BANK_CALL_MS: '1500',
  CREATE_WAIT_MS: '8000',
});
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

test.serial('a created charge can be paid, expires by the bank and is announced once', async (t) => {
  const { charge, id, txid } = await created(rig, { description: 'Pedido 7', metadataJson: '{"order":7}' });
  t.like(charge, { amount: 1_990, status: 'WAITING_PAYMENT', paymentMethod: 'PIX', providerFee: 10, platformFee: 20 });
  t.regex(charge.pix?.brCode ?? '', /^000201.*6304[0-9A-F]{4}$/);
  t.is(charge.pix?.qrCodeUrl, `https://gx.example/qr/${id}.png`);
  t.is(charge.checkoutUrl, `https://pay.gx.example/${id}`);
  t.deepEqual(JSON.parse(charge.metadataJson), { order: 7, description: 'Pedido 7' });
  t.regex(txid, /^[0-9A-Za-z]{32}$/);
  const seen = await event(rig, id, 'charge.created');
  t.is(seen.sequence, 1);
  t.like(seen.created, { previousStatus: 'PENDING', charge });
  await until('the outbox is empty', async () => (await stored(rig, id))?.['outbox'].length === 0);
  t.deepEqual(publishedEvents(rig, id), ['1 charge.created']);
  rig.toBank.assertClean();
});

test.serial('50 parallel creates with one key make one charge and one cob, and give fifty equal answers', async (t) => {
  const second = await rig.replica();
  const request = order(newTenant());
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? rig.rpc : second.rpc).createCharge(CALL, request)),
  );
  const [first] = answers;
  for (const { charge } of answers) t.deepEqual(charge, first?.charge ?? null);
  t.is(answers.filter(({ replayed }) => !replayed).length, 1);
  t.is(
    await rig.database.connection
      .collection('charges')
      .countDocuments({ idempotencyKey: request.idempotencyKey as string }),
    1,
  );
  t.is((await rig.seen(first?.charge?.pix?.txid ?? ''))['create'], 1);
  await second.stop();
});

test.serial('409 same key, other body; another account and the other environment are independent', async (t) => {
  const tenant = newTenant();
  const request = order(tenant);
  const { charge } = await rig.rpc.createCharge(CALL, request);
  const other = { ...order(tenant, { amount: 1_991 }), idempotencyKey: request.idempotencyKey as string };
  const error = await t.throwsAsync(rig.rpc.createCharge(CALL, other), { instanceOf: Refusal });
  t.is(error?.code, 'idempotency_key_reused');
  const stranger = await rig.rpc.createCharge(CALL, { ...request, tenant: newTenant() });
  t.not(stranger.charge?.id, charge?.id);
  const live = await t.throwsAsync(rig.rpc.createCharge(CALL, { ...request, tenant: { ...tenant, livemode: true } }), {
    instanceOf: Refusal,
  });
  t.is(live?.more.reason, 'no_provider_for_method');
  t.is(
    live?.message,
    'No bank or acquirer takes PIX in BRL in the live environment yet. Use a test key, gx_test_…, until the operator of this service has set up a bank profile.',
  );
});

test.serial(
  'a key of blanks, accents and emoji is one key like every other: created once, replayed, 409 for another body',
  async (t) => {
    const tenant = newTenant();
    for (const surface of ['CHARGES', 'PAYMENTS'] as const) {
      const idempotencyKey = ` pedido nº 7 · ação ${surface} ${'🔑'.repeat(90)}`;
      const request = { ...order(tenant, { customer: { document: '52998224725' } }), surface, idempotencyKey };
      const { charge, replayed } = await rig.rpc.createCharge(CALL, request);
      t.false(replayed);
      const again = await rig.rpc.createCharge(CALL, request);
      t.deepEqual([again.replayed, again.charge?.id], [true, charge?.id]);
      const other = { ...order(tenant, { amount: 1_991 }), surface, idempotencyKey };
      const error = await t.throwsAsync(rig.rpc.createCharge(CALL, other), { instanceOf: Refusal });
      t.is(error?.code, 'idempotency_key_reused');
      // Composed in another way it is other text, and other text is another key.
      const decomposed = { ...request, idempotencyKey: idempotencyKey.normalize('NFD') };
      t.not((await rig.rpc.createCharge(CALL, decomposed)).charge?.id, charge?.id);
    }
  },
);

test.serial(
  '400 payer lock without a name: nothing is stored and the key stays free; a used key answers as it did',
  async (t) => {
    const tenant = newTenant();
    const locked = order(tenant, { expectedPayerTaxId: '52998224725' });
    const refused = await t.throwsAsync(rig.rpc.createCharge(CALL, locked), { instanceOf: Refusal });
    t.is(refused?.code, 'invalid_request');
    t.is(refused?.more.param, 'customer.name');
    const free = { ...order(tenant), idempotencyKey: locked.idempotencyKey as string };
    t.truthy((await rig.rpc.createCharge(CALL, free)).charge?.id);
    const reused = await t.throwsAsync(rig.rpc.createCharge(CALL, locked), { instanceOf: Refusal });
    t.is(reused?.code, 'idempotency_key_reused');
  },
);

test.serial('503 account settings out of reach: nothing is stored, a used key still replays', async (t) => {
  rig.accounts.down = true;
  const request = order(newTenant());
  const refused = await t.throwsAsync(rig.rpc.createCharge(CALL, request), { instanceOf: Refusal });
  t.is(refused?.code, 'service_unavailable');
  rig.accounts.down = false;
  const { replayed } = await rig.rpc.createCharge(CALL, request);
  t.false(replayed);
});

test.serial('201 one question about the account was never answered: it is sent once more', async (t) => {
  const tenant = newTenant();
  rig.accounts.mute = 1;
  t.truthy((await rig.rpc.createCharge(CALL, order(tenant))).charge?.id);
  t.is(rig.accounts.mute, 0);
});

for (const kind of ['400', '403', '404']) {
  test.serial(
    `422 the bank declines with ${kind}: the same answer again, 409 for another body, in no read`,
    async (t) => {
      await rig.misbehave({ kind, operation: 'create', times: 1 });
      const tenant = newTenant();
      const request = order(tenant);
      for (let i = 0; i < 2; i += 1) {
        const refused = await t.throwsAsync(rig.rpc.createCharge(CALL, request), { instanceOf: Refusal });
        t.is(refused?.code, 'unprocessable_entity');
        t.is(refused?.more.reason, 'provider_rejected');
      }
      const other = { ...order(tenant, { amount: 5 }), idempotencyKey: request.idempotencyKey as string };
      t.is(
        (await t.throwsAsync(rig.rpc.createCharge(CALL, other), { instanceOf: Refusal }))?.code,
        'idempotency_key_reused',
      );
      const record = await rig.database.connection.collection('charges').findOne({ accountId: tenant.accountId });
      t.is(record?.['status'], 'REJECTED');
      t.is(
        (await t.throwsAsync(rig.rpc.getCharge(CALL, { tenant, id: String(record?._id) }), { instanceOf: Refusal }))
          ?.code,
        'not_found',
      );
      t.deepEqual((await rig.rpc.listCharges(CALL, { tenant, limit: 10 })).charges, []);
    },
  );
}

test.serial('a declined creation is not believed while the bank shows the charge', async (t) => {
  await rig.misbehave({ kind: '400', operation: 'create', times: 1, accept: true });
  const { charge } = await rig.rpc.createCharge(CALL, order(newTenant()));
  t.is(charge?.status, 'WAITING_PAYMENT');
});

for (const [kind, creates] of [
  ['reset_after_accept', 1],
  ['hang', 2],
  ['504', 2],
  ['non_json', 1],
] as const) {
  test.serial(`${kind} at create: tried again with the same txid, one charge, one cob`, async (t) => {
    await rig.misbehave({ kind, operation: 'create', times: 1 });
    const { charge, txid } = await created(rig);
    t.is(charge.status, 'WAITING_PAYMENT');
    const { create, get } = (await rig.seen(txid)) as { create?: number; get?: number };
    t.is(create, creates);
    t.is(get, 1);
    rig.toBank.takeViolations();
  });
}

test.serial(
  '503 a bank that answers nothing useful: the same key resumes with the same txid and the same body',
  async (t) => {
    await rig.misbehave({ kind: '503', operation: '*' });
    const request = order(newTenant());
    const refused = await t.throwsAsync(rig.rpc.createCharge(CALL, request), { instanceOf: Refusal });
    t.is(refused?.code, 'service_unavailable');
    t.true((refused?.more.retryAfterSeconds ?? 0) >= 1);
    const pending = await rig.database.connection
      .collection('charges')
      .findOne({ idempotencyKey: request.idempotencyKey as string });
    t.is(pending?.['status'], 'PENDING');
    await rig.behave();
    const { charge, replayed } = await until('the breaker closes', () => rig.rpc.createCharge(CALL, request), {
      everyMs: 250,
    });
    t.is(charge?.id, String(pending?._id));
    t.is(charge?.pix?.txid, pending?.['paymentOptions'][0].txid);
    t.is(charge?.status, 'WAITING_PAYMENT');
    t.is(typeof replayed, 'boolean');
  },
);

test.serial('a bank without pixCopiaECola: the code is built from the location and can be paid', async (t) => {
  await rig.misbehave({ kind: 'no_br_code', operation: 'create', times: 1 });
  const { tenant, id, charge } = await created(rig);
  t.regex(charge.pix?.brCode ?? '', /^00020101021226.*BR\.GOV\.BCB\.PIX25.*6304[0-9A-F]{4}$/);
  t.true((await rig.rpc.simulatePayment(CALL, { tenant, chargeId: id })).accepted);
});

test.serial('the first answer is given again for ever, whatever has happened since', async (t) => {
  const tenant = newTenant();
  const request = order(tenant);
  const first = await rig.rpc.createCharge(CALL, request);
  await rig.rpc.simulatePayment(CALL, { tenant, chargeId: first.charge?.id ?? '' });
  const accepted = await event(rig, first.charge?.id ?? '', 'charge.payment_accepted');
  await rig.ledger.credit(accepted);
  await until(
    'it is paid',
    async () => (await rig.rpc.getCharge(CALL, { tenant, id: first.charge?.id ?? '' })).status === 'PAID',
    PATIENT,
  );
  const again = await rig.rpc.createCharge(CALL, request);
  t.true(again.replayed);
  t.deepEqual(again.charge, first.charge);
});

readsCharges(rig);
showsCheckouts(rig);

import { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { CALL, event, newTenant, order, PATIENT, pay, publishedEvents, startRig, stored } from './rig.ts';

/**
 * A bank call ends long before the creation does, and a create of the payments surface is answered before
 * either.
 */
const rig = await startRig({
  BANK_CALL_MS: '4000',
  CREATE_MS: '10000',
  CREATE_LEASE_MS: '11000',
  CREATE_INLINE_MS: '2000',
});
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const payment = (tenant = newTenant(), change: Parameters<typeof order>[1] = {}) => ({
  ...order(tenant, { paymentMethods: ['PIX'], ...change }),
  surface: 'PAYMENTS' as const,
});
const refusal = async (t: ExecutionContext, call: Promise<unknown>): Promise<Refusal> => {
  const refused = await t.throwsAsync(call, { instanceOf: Refusal });
  if (refused === undefined) throw new Error('it was accepted');
  return refused;
};
const SECRET_URL = 'https://shop.example/hooks?token=canary-of-the-merchant';

test.serial(
  'a payment keeps its methods, its merchant’s user id and its webhook address, and its events carry them',
  async (t) => {
    const tenant = newTenant();
    const request = payment(tenant, { customerId: 'user-7', webhookUrl: SECRET_URL });
    const { charge } = await rig.rpc.createCharge(CALL, request);
    const kept = {
      surface: 'PAYMENTS',
      paymentMethods: ['PIX'],
      customerId: 'user-7',
      webhookUrl: SECRET_URL,
    } as const;
    t.like(charge, { ...kept, status: 'WAITING_PAYMENT' });
    const id = charge?.id ?? '';
    t.like(await rig.rpc.getCharge(CALL, { tenant, id }), kept);
    t.like((await event(rig, id, 'charge.created')).created?.charge, kept);
    t.false(JSON.stringify(rig.lines()).includes('canary-of-the-merchant'));
    const plain = (await rig.rpc.createCharge(CALL, payment())).charge;
    t.deepEqual([plain?.customerId, plain?.webhookUrl], [undefined, undefined]);
  },
);

test.serial(
  'of the requested methods those with a provider are taken; 422 when none has one, and the key stays free (A31)',
  async (t) => {
    const both = await rig.rpc.createCharge(CALL, payment(newTenant(), { paymentMethods: ['BOLETO', 'PIX'] }));
    t.deepEqual(both.charge?.paymentMethods, ['PIX']);
    const tenant = newTenant();
    const request = payment(tenant, { paymentMethods: ['CRYPTO'], currency: 'USDT' });
    const refused = await refusal(t, rig.rpc.createCharge(CALL, request));
    t.is(refused.code, 'unprocessable_entity');
    t.like(refused.more, { reason: 'no_provider_for_method', param: 'paymentMethods' });
    const { charge, replayed } = await rig.rpc.createCharge(CALL, {
      ...payment(tenant),
      idempotencyKey: request.idempotencyKey as string,
    });
    t.deepEqual([charge?.status, replayed], ['WAITING_PAYMENT', false]);
  },
);

test.serial('400 Pix in another currency than BRL, whatever else is requested (A15)', async (t) => {
  const request = payment(newTenant(), { paymentMethods: ['CRYPTO', 'PIX'], currency: 'EUR' });
  const refused = await refusal(t, rig.rpc.createCharge(CALL, request));
  t.deepEqual([refused.code as string, refused.more.param], ['invalid_currency', 'currency']);
});

test.serial(
  'one namespace: 409 a key of the other surface, and the field that carries it is named (A32)',
  async (t) => {
    const tenant = newTenant();
    const request = payment(tenant);
    await rig.rpc.createCharge(CALL, request);
    const onCharges = { ...order(tenant, { amount: 5 }), idempotencyKey: request.idempotencyKey as string };
    const here = await refusal(t, rig.rpc.createCharge(CALL, onCharges));
    t.deepEqual([here.code as string, here.more.param], ['idempotency_key_reused', 'Idempotency-Key']);
    const there = await refusal(t, rig.rpc.createCharge(CALL, { ...onCharges, surface: 'PAYMENTS' }));
    t.deepEqual([there.code as string, there.more.param], ['idempotency_key_reused', 'idempotencyKey']);
  },
);

test.serial('a key is recalled as a create answers it; a free one gives nothing, and stays free', async (t) => {
  const tenant = newTenant();
  const request = payment(tenant);
  const none = await rig.rpc.findChargeByKey(CALL, request);
  t.deepEqual([none.charge, none.replayed], [null, false]);
  const first = await rig.rpc.createCharge(CALL, request);
  t.false(first.replayed, 'nothing was made when it was requested');
  t.deepEqual(await rig.rpc.findChargeByKey(CALL, request), { ...first, replayed: true });
  t.deepEqual((await rig.rpc.findChargeByKey(CALL, { ...request, tenant: newTenant() })).charge, null);
  const other = await refusal(t, rig.rpc.findChargeByKey(CALL, { ...request, requestHash: 'v1:other' }));
  t.is(other.code, 'idempotency_key_reused');
});

test.serial(
  'a bank that is slow: PENDING at once, listed, finished behind the answer; the first answer stays (A30, A56)',
  async (t) => {
    await rig.misbehave({ kind: 'hang', operation: 'create', times: 1 });
    const tenant = newTenant();
    const request = payment(tenant);
    const begun = performance.now();
    const { charge, replayed } = await rig.rpc.createCharge(CALL, request);
    t.true(performance.now() - begun < 4_000, 'it does not wait for the call to the bank');
    t.deepEqual([charge?.status, charge?.pix ?? null, replayed], ['PENDING', null, false]);
    const id = charge?.id ?? '';
    t.is((await rig.rpc.getCharge(CALL, { tenant, id })).status, 'PENDING');
    t.like(await rig.rpc.listPayments(CALL, { tenant, page: 1, limit: 20, status: 'PENDING' }), { total: 1 });
    const created = await event(rig, id, 'charge.created');
    t.like(created.created, { previousStatus: 'PENDING', charge: { id, status: 'WAITING_PAYMENT' } });
    t.is((await rig.rpc.getCharge(CALL, { tenant, id })).status, 'WAITING_PAYMENT');
    const again = await rig.rpc.createCharge(CALL, request);
    t.deepEqual([again.replayed, again.charge?.status, again.charge?.id], [true, 'PENDING', id]);
    await pay(rig, { tenant, id });
    t.truthy(await event(rig, id, 'charge.payment_accepted'), 'and it can be paid like any other');
    rig.toBank.takeViolations();
  },
);

test.serial('requests with one key while the bank is slow: one charge, and each answer says the same', async (t) => {
  await rig.misbehave({ kind: 'hang', operation: 'create', times: 1 });
  const request = payment();
  const answers = await Promise.all(Array.from({ length: 8 }, () => rig.rpc.createCharge(CALL, request)));
  t.is(new Set(answers.map(({ charge }) => JSON.stringify([charge?.id, charge?.status]))).size, 1);
  t.is(answers.filter(({ replayed }) => !replayed).length, 1);
  await event(rig, answers[0]?.charge?.id ?? '', 'charge.created');
  rig.toBank.takeViolations();
});

test.serial(
  'what was answered PENDING and is declined then reads REFUSED, and that is published: nobody finds a 404',
  async (t) => {
    await rig.misbehave({ kind: 'hang', operation: 'create', times: 1 });
    await rig.misbehave({ kind: '400', operation: 'create', times: 1 });
    const tenant = newTenant();
    const request = payment(tenant);
    const { charge } = await rig.rpc.createCharge(CALL, request);
    t.is(charge?.status, 'PENDING');
    const id = charge?.id ?? '';
    const failed = await event(rig, id, 'charge.failed');
    t.like(failed.failed, { previousStatus: 'PENDING', charge: { id, status: 'REFUSED' } });
    t.is((await rig.rpc.getCharge(CALL, { tenant, id })).status, 'REFUSED');
    t.deepEqual(publishedEvents(rig, id), ['1 charge.failed']);
    t.like((await rig.rpc.createCharge(CALL, request)).charge, { id, status: 'PENDING' });
    rig.toBank.takeViolations();
  },
);

test.serial('what was answered PENDING and never confirmed is cancelled in its time, and published', async (t) => {
  await rig.misbehave({ kind: 'hang', operation: '*' });
  const tenant = newTenant();
  const { charge } = await rig.rpc.createCharge(CALL, payment(tenant));
  const id = charge?.id ?? '';
  t.is(charge?.status, 'PENDING');
  await rig.behave();
  await rig.misbehave({ kind: '503', operation: 'create' });
  const long = {
    $set: { insertedAt: (await stored(rig, id))?.['insertedAt'].constructor.fromBits(0, 1_700_000_000) },
  };
  await rig.database.connection.collection('charges').updateOne({ _id: id as never }, long);
  const failed = await event(rig, id, 'charge.failed');
  t.like(failed.failed, { previousStatus: 'PENDING', charge: { id, status: 'CANCELLED' } });
  rig.toBank.takeViolations();
});

test.serial('503 a bank that refuses at once to answer: nothing is promised, and the same key resumes', async (t) => {
  await rig.misbehave({ kind: '503', operation: '*' });
  const request = payment();
  t.is((await refusal(t, rig.rpc.createCharge(CALL, request))).code, 'service_unavailable');
  await rig.behave();
  const { charge } = await until('the breaker closes', () => rig.rpc.createCharge(CALL, request), { everyMs: 250 });
  t.true(charge?.status === 'WAITING_PAYMENT' || charge?.status === 'PENDING');
});

test.serial(
  'provider-status is the bank’s word of this moment, whatever we know, and names neither people nor accounts',
  async (t) => {
    const tenant = newTenant();
    const customer = { name: 'Ana', document: '52998224725' };
    const { charge } = await until(
      'the bank is back',
      () => rig.rpc.createCharge(CALL, payment(tenant, { customer })),
      PATIENT,
    );
    const id = charge?.id ?? '';
    await event(rig, id, 'charge.created');
    const txid = String((await stored(rig, id))?.['paymentOptions'][0].txid);
    const before = await rig.rpc.getProviderStatus(CALL, { tenant, id });
    t.like(before, {
      localStatus: 'WAITING_PAYMENT',
      provider: rig.profileId,
      providerTransactionId: txid,
      providerStatus: 'ATIVA',
    });
    t.like(JSON.parse(before.rawResponseJson ?? ''), { txid, status: 'ATIVA', valor: { original: '19.90' } });
    const endToEndId = await pay(
      rig,
      { tenant, id },
      { notifyNever: true, payerTaxId: '11144477735', payerName: 'Bia' },
    );
    const after = await rig.rpc.getProviderStatus(CALL, { tenant, id: `tx_${id}` });
    t.like(after, { localStatus: 'WAITING_PAYMENT', providerStatus: 'CONCLUIDA' });
    t.is(JSON.parse(after.rawResponseJson ?? '').pix[0].endToEndId, endToEndId);
    const { clientId, clientSecret, pixKey } = rig.bank;
    for (const secret of [clientId, clientSecret, pixKey, '52998224725', '11144477735', 'Ana', 'Bia'])
      t.false(JSON.stringify([before, after]).includes(secret), secret);
  },
);

test.serial(
  'provider-status of a charge that never reached the bank has its own status alone; 503 while the bank is away',
  async (t) => {
    const tenant = newTenant();
    const { charge } = await rig.rpc.createCharge(CALL, payment(tenant));
    const id = charge?.id ?? '';
    await rig.misbehave({ kind: '503', operation: 'get' });
    t.is((await refusal(t, rig.rpc.getProviderStatus(CALL, { tenant, id }))).code, 'service_unavailable');
    const waits = { status: 'PENDING', 'paymentOptions.0.state': 'requested' };
    const charges = rig.database.connection.collection('charges');
    await charges.updateOne({ _id: id as never }, { $set: waits });
    const waiting = await rig.rpc.getProviderStatus(CALL, { tenant, id });
    t.deepEqual([waiting.localStatus, waiting.provider], ['PENDING', undefined], 'A14');
    await charges.updateOne(
      { _id: id as never },
      { $set: { status: 'WAITING_PAYMENT', 'paymentOptions.0.state': 'open' } },
    );
    await rig.behave();
    const unknown = { 'paymentOptions.0.state': 'requested', 'paymentOptions.0.txid': 'z'.repeat(32) };
    const never = { status: 'CANCELLED', firstStatus: 'CANCELLED', ...unknown };
    await charges.updateOne({ _id: id as never }, { $set: never });
    const { localStatus, provider, rawResponseJson } = await rig.rpc.getProviderStatus(CALL, { tenant, id });
    t.deepEqual([localStatus, provider, rawResponseJson], ['CANCELLED', undefined, undefined]);
  },
);

test.serial(
  'foreign, other mode, unknown and shapeless ids are one answer, for provider-status and payment too',
  async (t) => {
    const tenant = newTenant();
    const { charge } = await rig.rpc.createCharge(CALL, payment(tenant));
    const id = charge?.id ?? '';
    for (const request of [
      { tenant: newTenant(), id },
      { tenant: { ...tenant, livemode: true }, id },
      { tenant, id: '019a0000-0000-7000-8000-000000000000' },
      { tenant, id: 'nonsense' },
    ]) {
      for (const call of [rig.rpc.getProviderStatus(CALL, request), rig.rpc.getReceiptFile(CALL, request)])
        t.is((await refusal(t, call)).message, 'No such charge.');
    }
  },
);

test.serial(
  '422 receipt_unavailable before the money is in the wallet, and of a bank that makes none (A43)',
  async (t) => {
    const tenant = newTenant();
    const { charge } = await rig.rpc.createCharge(CALL, payment(tenant));
    const id = charge?.id ?? '';
    const open = await refusal(t, rig.rpc.getReceiptFile(CALL, { tenant, id }));
    t.deepEqual([open.code as string, open.more.reason], ['unprocessable_entity', 'receipt_unavailable']);
    await event(rig, id, 'charge.created');
    await pay(rig, { tenant, id });
    await rig.ledger.credit(await event(rig, id, 'charge.payment_accepted'));
    await event(rig, id, 'charge.paid');
    const paid = await refusal(t, rig.rpc.getReceiptFile(CALL, { tenant, id }));
    t.is(paid.more.reason, 'receipt_unavailable');
    t.not(paid.message, open.message);
  },
);

import { Refusal } from '@gx/core';
import test, { type ExecutionContext } from 'ava';
import { asking, METHODS, type Method, ordered, play, reads, startOrderRig } from './order-rig.ts';
import { CALL, event, found, newTenant, order, publishedEvents, setProfile, stored } from './rig.ts';

const rig = await startOrderRig({
  BANK_CALL_MS: '1500',
  CREATE_MS: '3500',
  CREATE_LEASE_MS: '4000',
  CREATE_INLINE_MS: '2500',
});
test.after.always('everything stops', rig.stop);
test.afterEach.always('the acquirer behaves again', () => rig.behave());

const refusal = async (t: ExecutionContext, call: Promise<unknown>): Promise<Refusal> => {
  const refused = await t.throwsAsync(call, { instanceOf: Refusal });
  if (refused === undefined) throw new Error('it was accepted');
  return refused;
};

/** What each method shows its payer, and nothing of another one. */
const SHOWS: Readonly<Record<Method, Readonly<Record<string, RegExp>>>> = {
  CREDIT_CARD: { redirectUrl: /^http:.*\/3ds\/.+/ },
  MBWAY: {},
  MULTIBANCO: { entity: /^\d{5}$/, paymentReference: /^\d{9}$/ },
  BOLETO: { barcode: /^\d{44}$/, line: /^\d{47}$/, pdfUrl: /^http:.*\.pdf$/ },
  CRYPTO: { address: /^\w+$/, coinAmount: /^\d+(\.\d+)?$/, network: /\w/, coin: /^USDT$/ },
};
const DAY_MS = 86_400_000;
const LIVES_MS: Readonly<Record<Method, number>> = {
  CREDIT_CARD: 3_600_000,
  MBWAY: 3_600_000,
  MULTIBANCO: 3 * DAY_MS,
  BOLETO: 3 * DAY_MS,
  CRYPTO: 3_600_000,
};

for (const method of METHODS) {
  test.serial(
    `${method}: created waiting with what its payer needs, kept for reads, published with charge.created`,
    async (t) => {
      const { tenant, id, charge } = await ordered(rig, method);
      t.like(charge, {
        status: 'WAITING_PAYMENT',
        paymentMethod: method,
        paymentMethods: [method],
        surface: 'PAYMENTS',
      });
      t.falsy(charge.pix);
      t.is(charge.endToEndId, undefined);
      const { expiresAtMs = 0, ...fields } = charge.order ?? {};
      const shown = Object.entries(fields).filter(([name, value]) => !name.startsWith('_') && value !== undefined);
      t.deepEqual(shown.map(([name]) => name).toSorted(), Object.keys(SHOWS[method]).toSorted());
      for (const [name, value] of shown) t.regex(String(value), SHOWS[method][name] ?? /never/);
      t.true(Math.abs(expiresAtMs - charge.createdAtMs - LIVES_MS[method]) < 5_000);
      t.deepEqual((await rig.rpc.getCharge(CALL, { tenant, id })).order, charge.order);
      const { created } = await event(rig, id, 'charge.created');
      t.like(created?.charge, { status: 'WAITING_PAYMENT', paymentMethod: method, order: charge.order });
    },
  );
}

test.serial(
  'the id and the exact body are stored before the acquirer is called, and a replay is the same charge',
  async (t) => {
    const request = asking('BOLETO');
    const [first, second] = await Promise.all([
      rig.rpc.createCharge(CALL, request),
      rig.rpc.createCharge(CALL, request),
    ]);
    const id = first.charge?.id ?? '';
    t.is(second.charge?.id, id);
    t.deepEqual([first.replayed, second.replayed].toSorted(), [false, true]);
    t.deepEqual((await rig.rpc.createCharge(CALL, request)).charge, first.charge);
    const document = await stored(rig, id);
    t.like(JSON.parse(document?.['paymentOptions'][0].body), { method: 'BOLETO', amount: 1_990, currency: 'BRL' });
    t.is((await rig.seen(document?.['paymentOptions'][0].txid))['order_put'], 1);
  },
);

for (const [kind, accept] of [
  ['reset_after_accept', true],
  ['reset_before_accept', false],
  ['503', true],
  ['503', false],
] as const) {
  test.serial(
    `an answer that was lost (${kind}, ${accept ? 'after' : 'before'} it took effect) makes one order`,
    async (t) => {
      await rig.misbehave({ kind, operation: 'order_put', times: 1, accept });
      const request = asking('CREDIT_CARD');
      const { charge } = await rig.rpc.createCharge(CALL, request);
      const id = charge?.id ?? '';
      await reads(rig, { tenant: request.tenant as never, id }, 'WAITING_PAYMENT');
      const document = await stored(rig, id);
      const seen = await rig.seen(document?.['paymentOptions'][0].txid);
      // An order that may be there is asked for before it is sent again.
      t.true((seen['order_get'] ?? 0) >= 1);
      t.is(seen['order_put'], accept ? 1 : 2);
      t.is(document?.['paymentOptions'][0].order.instructions.method, 'CREDIT_CARD');
    },
  );
}

test.serial(
  'an acquirer that is slow: PENDING within the patience of the surface, and then it is there by itself',
  async (t) => {
    await rig.misbehave({ kind: 'delay', operation: 'order_put', times: 1, ms: 3_200 });
    await rig.misbehave({ kind: 'delay', operation: 'order_get', times: 1, ms: 1_300 });
    const tenant = newTenant();
    const request = asking('MULTIBANCO', {}, tenant);
    const { charge } = await rig.rpc.createCharge(CALL, request);
    const id = charge?.id ?? '';
    t.like(charge, { status: 'PENDING' });
    t.falsy(charge?.order);
    const there = await reads(rig, { tenant, id }, 'WAITING_PAYMENT');
    t.truthy(there.order?.entity);
    t.is((await rig.rpc.createCharge(CALL, request)).charge?.status, 'PENDING');
  },
);

test.serial(
  'what happened while the answer was lost is known when the creation ends: paid before it was presented',
  async (t) => {
    await rig.misbehave({ kind: 'reset_after_accept', operation: 'order_put', times: 1 });
    await rig.misbehave({ kind: '503', operation: 'order_get', times: 2 });
    await rig.misbehave({ kind: 'never', operation: 'callback_order', times: 1 });
    const tenant = newTenant();
    const { charge } = await rig.rpc.createCharge(CALL, asking('MBWAY', {}, tenant)).catch(() => ({ charge: null }));
    const document = await found(rig, 'charges', { accountId: tenant.accountId });
    t.true(charge === null || charge.status === 'PENDING');
    const txid = String(document['paymentOptions'][0].txid);
    const outcome = { outcome: 'approved', notify: 'never' };
    await rig.simulator.control('POST', `/sim/orders/${txid}/outcome`, outcome);
    const id = String(document._id);
    const accepted = await event(rig, id, 'charge.payment_accepted');
    t.is(accepted.paymentAccepted?.currency, 'EUR');
    t.deepEqual(publishedEvents(rig, id), ['1 charge.created', '2 charge.payment_accepted']);
    await rig.ledger.credit(accepted);
    await reads(rig, { tenant, id }, 'PAID');
  },
);

test.serial(
  'declined by the acquirer: 422 provider_rejected again and again, in no read and no event (A29)',
  async (t) => {
    // A Multibanco reference carries eight digits.
    const request = asking('MULTIBANCO', { amount: 100_000_000 });
    for (const _ of [1, 2]) {
      const refused = await refusal(t, rig.rpc.createCharge(CALL, request));
      t.deepEqual([refused.code as string, refused.more.reason], ['unprocessable_entity', 'provider_rejected']);
    }
    const document = await rig.database.connection
      .collection('charges')
      .findOne({ idempotencyKey: request.idempotencyKey });
    t.like(document, { status: 'REJECTED', listed: false, sequence: 0 });
    const other = await refusal(t, rig.rpc.createCharge(CALL, { ...request, requestHash: 'v1:other' }));
    t.is(other.code, 'idempotency_key_reused');
  },
);

test.serial(
  '422 a currency that the method does not take, 400 MB WAY without a phone in E.164; the keys stay free',
  async (t) => {
    const tenant = newTenant();
    const boleto = asking('BOLETO', { currency: 'EUR' }, tenant);
    const refused = await refusal(t, rig.rpc.createCharge(CALL, boleto));
    t.like(refused.more, { reason: 'no_provider_for_method', param: 'paymentMethods' });
    t.is(
      refused.message,
      'No provider of the test environment takes BOLETO in EUR. Choose another method or currency.',
    );
    for (const metadataJson of ['{}', '{"phone":"912345678"}', '{"phone":7}']) {
      const mute = await refusal(t, rig.rpc.createCharge(CALL, asking('MBWAY', { metadataJson }, tenant)));
      t.deepEqual([mute.code as string, mute.more.param], ['invalid_request', 'metadata.phone']);
    }
    const { charge } = await rig.rpc.createCharge(CALL, {
      ...asking('BOLETO', {}, tenant),
      idempotencyKey: boleto.idempotencyKey as string,
    });
    t.is(charge?.status, 'WAITING_PAYMENT');
  },
);

test.serial(
  'of several methods those that are taken in the currency, and of these first Pix, then the one requested first',
  async (t) => {
    const taken = async (paymentMethods: string[], currency: string) => {
      const request = { ...order(newTenant(), { paymentMethods, currency }), surface: 'PAYMENTS' as const };
      const { charge } = await rig.rpc.createCharge(CALL, request);
      return [charge?.paymentMethod, charge?.paymentMethods];
    };
    t.deepEqual(await taken(['BOLETO', 'PIX'], 'BRL'), ['PIX', ['BOLETO', 'PIX']]);
    t.deepEqual(await taken(['BOLETO', 'CREDIT_CARD'], 'EUR'), ['CREDIT_CARD', ['CREDIT_CARD']]);
    t.deepEqual(await taken(['CRYPTO', 'CREDIT_CARD'], 'EUR'), ['CRYPTO', ['CRYPTO', 'CREDIT_CARD']]);
  },
);

test.serial(
  'live: 422 without a bank profile and with one that has no acquirer; with an acquirer each method is created',
  async (t) => {
    const tenant = newTenant(true);
    const replica = await rig.replica({ ALLOW_SIMULATED_LIVE: 'true' });
    const areRefused = async (): Promise<void> => {
      for (const method of METHODS) {
        const refused = await refusal(t, replica.rpc.createCharge(CALL, asking(method, {}, tenant)));
        t.is(refused.more.reason, 'no_provider_for_method', method);
      }
    };
    await areRefused();
    for (const acquirerPath of ['acquirer', '/acquirer/', '/a b']) {
      const wrong = await refusal(t, replica.rpc.setBankProfile(CALL, { ...rig.profile, acquirerPath }));
      t.deepEqual([wrong.code as string, wrong.more.param], ['invalid_request', 'acquirer_path']);
    }
    const live = { ...rig.profile, id: 'live', livemode: true };
    const { acquirerPath: _, ...plain } = live as typeof live & { acquirerPath?: string };
    await setProfile(replica.rpc, plain);
    await areRefused();
    await setProfile(replica.rpc, live);
    for (const method of METHODS) {
      const { charge } = await replica.rpc.createCharge(CALL, asking(method, {}, tenant));
      const shown = await reads(rig, { tenant, id: charge?.id ?? '' }, 'WAITING_PAYMENT', replica);
      t.like(shown, { paymentMethod: method, tenant: { livemode: true } });
      t.truthy(shown.order, method);
      const document = await stored(rig, shown.id);
      t.deepEqual([document?.['bankProfileId'], document?.['livemode']], ['live', true]);
    }
  },
);

test.serial(
  'a Pix charge has nothing of an order, at rest and on the way, and is not played by simulate_outcome',
  async (t) => {
    const tenant = newTenant();
    const { charge } = await rig.rpc.createCharge(CALL, order(tenant));
    const id = charge?.id ?? '';
    const document = await stored(rig, id);
    t.false('order' in (document ?? {}));
    t.false('disputes' in (document ?? {}));
    t.falsy(charge?.order);
    const refused = await refusal(t, rig.rpc.simulateOutcome(CALL, { tenant, chargeId: id, outcome: 'approved' }));
    t.is(refused.code, 'unprocessable_entity');
    const card = await ordered(rig, 'CREDIT_CARD');
    const unpaid = await refusal(t, rig.rpc.simulatePayment(CALL, { tenant: card.tenant, chargeId: card.id }));
    t.is(unpaid.code, 'unprocessable_entity');
    for (const wrong of [
      { tenant: newTenant(), chargeId: card.id },
      { tenant: { ...card.tenant, livemode: true }, chargeId: card.id },
    ])
      t.is((await refusal(t, rig.rpc.simulateOutcome(CALL, { ...wrong, outcome: 'approved' }))).code, 'not_found');
    await t.throwsAsync(play(rig, card, 'dispute'), { message: /not_approved/ });
  },
);

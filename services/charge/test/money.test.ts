import { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { keepsLastEvent } from './last-event.ts';
import { CALL, created, event, found, newTenant, order, pay, publishedEvents, startRig, stored } from './rig.ts';
import { settlesCharges } from './settle-charge.ts';
import { sweepsSettlements } from './sweep-settlements.ts';

const rig = await startRig({ REDELIVER_AFTER_SECONDS: '1' });
const sweeping = await startRig({ RECONCILE_EVERY_SECONDS: '1', RECONCILE_PAGE_SIZE: '5' }, rig.simulator);
test.after.always('everything stops', async () => {
  await sweeping.stop();
  await rig.stop();
});
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const callbacks = () => rig.database.connection.collection('provider_callbacks');
const unmatchedPayments = () => rig.database.connection.collection('unmatched_payments');
const callback = (body: object, copies = 1): Promise<unknown> =>
  rig.simulator.control('POST', '/sim/callbacks', { pixKey: rig.bank.pixKey, body, copies });
const paymentsOf = async (id: string) =>
  ((await stored(rig, id))?.['payments'] ?? []) as { decision: string; reason: string | null }[];

test.serial(
  'a paid charge reads pending until the ledger has posted it, then paid with the bank’s time of the payment',
  async (t) => {
    const charge = await created(rig);
    const paidAt = Date.now() - 2_000;
    const endToEndId = await pay(rig, charge, { paidAtMs: paidAt });
    const accepted = await event(rig, charge.id, 'charge.payment_accepted');
    t.like(accepted.paymentAccepted, {
      endToEndId,
      amount: 1_990,
      currency: 'BRL',
      providerFee: 10,
      platformFee: 20,
      paidAtMs: paidAt,
    });
    const before = await rig.rpc.getCharge(CALL, charge);
    t.is(before.status, 'WAITING_PAYMENT');
    t.is(before.endToEndId, undefined);
    await rig.ledger.credit(accepted, { times: 2 });
    const paid = await event(rig, charge.id, 'charge.paid');
    t.like(paid.paid, { previousStatus: 'WAITING_PAYMENT', charge: { status: 'PAID', endToEndId, paidAtMs: paidAt } });
    await rig.ledger.credit(accepted);
    t.like(await rig.rpc.getCharge(CALL, charge), { status: 'PAID', endToEndId, paidAtMs: paidAt });
    t.deepEqual(publishedEvents(rig, charge.id), ['1 charge.created', '2 charge.payment_accepted', '3 charge.paid']);
    t.is(
      (await t.throwsAsync(rig.rpc.getPaymentCode(CALL, { id: charge.id }), { instanceOf: Refusal }))?.code,
      'not_found',
    );
    rig.toBank.assertClean();
    rig.toUs.assertClean();
  },
);

test.serial('a callback delivered twenty times at once is one payment and one event', async (t) => {
  const charge = await created(rig);
  await pay(rig, charge, { times: 20 });
  await event(rig, charge.id, 'charge.payment_accepted');
  await until(
    'all twenty came',
    () => rig.toUs.traffic.filter(({ operation }) => operation === 'callback').length >= 20,
  );
  await until('all are handled', async () => (await callbacks().countDocuments({ state: 'waiting' })) === 0);
  t.is((await paymentsOf(charge.id)).length, 1);
  t.is(
    rig.ledger
      .events(charge.id)
      .filter(({ sequence }) => sequence === 2)
      .map(({ eventId }) => eventId).length >= 1,
    true,
  );
  t.is(
    new Set(
      rig.ledger
        .events(charge.id)
        .filter(({ type }) => type === 'charge.payment_accepted')
        .map(({ eventId }) => eventId),
    ).size,
    1,
  );
});

test.serial(
  'a callback that comes before the answer to the creation completes it: created, then accepted',
  async (t) => {
    const tenant = newTenant();
    await rig.misbehave({ kind: 'delay', operation: 'create', times: 1, ms: 1_500 });
    const creating = rig.rpc.createCharge(CALL, order(tenant));
    const pending = await found(rig, 'charges', { accountId: tenant.accountId });
    await until('the bank has it and takes money for it', async () => {
      const how = { txid: pending['paymentOptions'][0].txid };
      return (await rig.simulator.control<{ accepted: boolean }>('POST', '/sim/pay', how)).accepted;
    });
    const { charge } = await creating;
    t.is(charge?.status, 'WAITING_PAYMENT');
    await event(rig, String(pending._id), 'charge.payment_accepted');
    t.deepEqual(publishedEvents(rig, String(pending._id)), ['1 charge.created', '2 charge.payment_accepted']);
  },
);

test.serial(
  'in a batch, the malformed element is kept with its reason, the stranger is denied, and the good one is credited',
  async (t) => {
    const charge = await created(rig);
    await rig.misbehave({ kind: 'strangers', operation: 'callback', times: 1 });
    await pay(rig, charge);
    await event(rig, charge.id, 'charge.payment_accepted');
    const malformed = await found(rig, 'provider_callbacks', { outcome: 'unreadable' });
    t.true(malformed['problems'].length > 0);
    await found(rig, 'provider_callbacks', { outcome: 'denied' });
    rig.toUs.takeViolations();
  },
);

test.serial('a forged callback moves nothing: the bank denies it', async (t) => {
  const charge = await created(rig);
  const endToEndId = 'E00000000202611210000forged00001';
  await callback({ pix: [{ endToEndId, txid: charge.txid, valor: '19.90', horario: new Date().toISOString() }] });
  await found(rig, 'provider_callbacks', { endToEndId, outcome: 'denied' });
  t.deepEqual(await paymentsOf(charge.id), []);
  t.is(
    (
      await t.throwsAsync(
        rig.rpc.receiveProviderCallback(CALL, {
          bankProfileId: rig.profileId,
          token: 'guess',
          body: Buffer.from('{}'),
        }),
        { instanceOf: Refusal },
      )
    )?.code,
    'not_found',
  );
  rig.toUs.takeViolations();
});

test.serial('money for a txid that is none of ours is an unmatched payment: stored once, never credited', async (t) => {
  const { pixKey } = rig.bank;
  const txid = 'foreign0000000000000000000000001';
  const bank = rig.simulator;
  const token = await bankToken();
  const body = { calendario: { expiracao: 3600 }, valor: { original: '5.00' }, chave: pixKey };
  const cob = await fetch(`${bank.url}/v2/cob/${txid}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  t.is(cob.status, 201);
  await bank.control('POST', '/sim/pay', { txid, times: 3 });
  const unmatchedPayment = await found(rig, 'unmatched_payments', { txid });
  t.like(unmatchedPayment, { amount: 500, reason: 'UNKNOWN_CHARGE' });
  t.is(await unmatchedPayments().countDocuments({ txid }), 1);
});

async function bankToken(): Promise<string> {
  const { clientId, clientSecret } = rig.bank;
  const answer = await fetch(`${rig.simulator.url}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

test.serial(
  'late money, a wrong amount and a second payment go back with their reason and are never credited',
  async (t) => {
    const late = await created(rig, { expiresInSeconds: 60 });
    await pay(rig, late, { paidAtMs: late.charge.createdAtMs + 120_000, force: true });
    const wrong = await created(rig);
    await pay(rig, wrong, { amount: 1_989, force: true });
    const twice = await created(rig);
    await pay(rig, twice);
    await event(rig, twice.id, 'charge.payment_accepted');
    await pay(rig, twice, { force: true });
    const reasons = await until('all are decided about', async () => {
      const all = [...(await paymentsOf(late.id)), ...(await paymentsOf(wrong.id)), ...(await paymentsOf(twice.id))];
      return all.length === 4 && all.map(({ reason }) => reason);
    });
    t.deepEqual(reasons, ['PAID_AFTER_EXPIRY', 'AMOUNT_MISMATCH', null, 'DUPLICATE_PAYMENT']);
    for (const { id } of [late, wrong]) {
      await event(rig, id, 'charge.return_ordered');
      await event(rig, id, 'charge.refund_progressed');
      // What is published may be published again, under the same id.
      const published = new Map(rig.ledger.events(id).map(({ eventId, type }) => [eventId, type]));
      t.deepEqual([...published.values()], ['charge.created', 'charge.return_ordered', 'charge.refund_progressed']);
    }
    t.is((await rig.rpc.getCharge(CALL, wrong)).status, 'WAITING_PAYMENT');
  },
);

test.serial('a payment that the ledger does not post is published again, as the same event', async (t) => {
  const charge = await created(rig);
  await pay(rig, charge);
  const published = await until('it was published again', () => {
    const accepted = rig.ledger.events(charge.id).filter(({ type }) => type === 'charge.payment_accepted');
    return accepted.length >= 2 && accepted;
  });
  t.is(new Set(published.map(({ eventId }) => eventId)).size, 1);
  await rig.ledger.credit(published[0] as never);
  await event(rig, charge.id, 'charge.paid');
});

test.serial('a bank that cannot be queried delays a callback and loses nothing', async (t) => {
  const charge = await created(rig);
  await rig.misbehave({ kind: '503', operation: 'get', times: 1 });
  await pay(rig, charge);
  await event(rig, charge.id, 'charge.payment_accepted');
  t.is((await paymentsOf(charge.id)).length, 1);
});

test.serial('the bank’s books are shown to a test key and not to a live one', async (t) => {
  const charge = await created(rig);
  await pay(rig, charge);
  const books = await rig.rpc.getSimulatedProviderState(CALL, { tenant: charge.tenant, chargeId: charge.id });
  t.like(books, { txid: charge.txid, status: 'CONCLUIDA' });
  t.is(books.pix[0]?.amount, 1_990);
  const live = { ...charge.tenant, livemode: true };
  t.is(
    (
      await t.throwsAsync(rig.rpc.getSimulatedProviderState(CALL, { tenant: live, chargeId: charge.id }), {
        instanceOf: Refusal,
      })
    )?.code,
    'not_found',
  );
});

keepsLastEvent(rig);
settlesCharges(rig);
sweepsSettlements(sweeping);

import { Refusal, sha256Hex } from '@gx/core';
import { callbackToken } from '@gx/providers';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { charges } from './closing.ts';
import { METHODS, type Method, ordered, play, publishedEvents, reads, settled, startOrderRig } from './order-rig.ts';
import { CALL, event, stored } from './rig.ts';

const rig = await startOrderRig();
test.after.always('everything stops', rig.stop);

const refusal = async (t: ExecutionContext, call: Promise<unknown>): Promise<Refusal> => {
  const refused = await t.throwsAsync(call, { instanceOf: Refusal });
  if (refused === undefined) throw new Error('it was accepted');
  return refused;
};
const PAID_AS: Readonly<Record<Method, string>> = {
  CREDIT_CARD: 'APPROVED',
  MBWAY: 'PAID',
  MULTIBANCO: 'PAID',
  BOLETO: 'PAID',
  CRYPTO: 'PAID',
};
const at = (id: string) => async () => (await stored(rig, id))?.['payments'] ?? [];

for (const method of METHODS) {
  test(`${method} paid: credited in its currency with its fees, ${PAID_AS[method]} once it is in the wallet, charge.paid`, async (t) => {
    const it = await ordered(rig, method, method === 'CREDIT_CARD' ? { currency: 'EUR' } : {});
    await play(rig, it, 'approved');
    const accepted = await event(rig, it.id, 'charge.payment_accepted');
    const { currency } = it.charge;
    t.like(accepted.paymentAccepted, { amount: 1_990, currency, providerFee: 10, platformFee: 20 });
    t.is((await rig.rpc.getCharge(CALL, it)).status, 'WAITING_PAYMENT');
    await rig.ledger.credit(accepted);
    const charge = await reads(rig, it, PAID_AS[method]);
    t.is(charge.endToEndId, undefined);
    t.is(charge.paidAtMs, accepted.paymentAccepted?.paidAtMs);
    const { paid } = await event(rig, it.id, 'charge.paid');
    t.like(paid, { previousStatus: 'WAITING_PAYMENT', charge: { status: PAID_AS[method], paymentMethod: method } });
  });

  test(`${method} refused and expired: REFUSED with charge.failed, EXPIRED with charge.expired`, async (t) => {
    const [refused, expired] = await Promise.all([ordered(rig, method), ordered(rig, method)]);
    await Promise.all([play(rig, refused, 'refused'), play(rig, expired, 'expired')]);
    await Promise.all([reads(rig, refused, 'REFUSED'), reads(rig, expired, 'EXPIRED')]);
    t.is((await event(rig, refused.id, 'charge.failed')).failed?.previousStatus, 'WAITING_PAYMENT');
    t.is((await event(rig, expired.id, 'charge.expired')).expired?.charge?.status, 'EXPIRED');
  });

  test(`${method} cancelled: cancelled at the acquirer before the answer, CANCELLED with charge.failed`, async (t) => {
    const it = await ordered(rig, method);
    t.is((await rig.rpc.cancelCharge(CALL, it)).status, 'CANCELLED');
    t.is((await rig.rpc.getProviderStatus(CALL, it)).providerStatus, 'cancelled');
    await event(rig, it.id, 'charge.failed');
    await t.throwsAsync(play(rig, it, 'approved'), { message: /not_open/ });
  });
}

test('a card at its issuer’s is PROCESSING without an event; then it is approved, refused, cancelled, or nobody finished it', async (t) => {
  const [approved, refused, cancelled, left] = await Promise.all([1, 2, 3, 4].map(() => ordered(rig, 'CREDIT_CARD')));
  if (!(approved && refused && cancelled && left)) throw new Error('no cards');
  for (const it of [approved, refused, cancelled, left]) {
    await play(rig, it, 'authenticating');
    await reads(rig, it, 'PROCESSING');
    t.deepEqual(await publishedEvents(rig, it.id, 1), ['charge.created']);
  }
  t.is((await settled(rig, approved)).status, 'APPROVED');
  t.is((await event(rig, approved.id, 'charge.paid')).paid?.previousStatus, 'PROCESSING');
  await play(rig, refused, 'refused');
  await play(rig, left, 'expired');
  for (const it of [refused, left]) {
    await reads(rig, it, 'REFUSED');
    t.is((await event(rig, it.id, 'charge.failed')).failed?.previousStatus, 'PROCESSING');
  }
  t.is((await rig.rpc.cancelCharge(CALL, cancelled)).status, 'CANCELLED');
  t.deepEqual(await publishedEvents(rig, refused.id, 2), ['charge.created', 'charge.failed']);
});

test('422 the cancellation of what was approved, refused or expired at the acquirer; each stands as it does there', async (t) => {
  const [approved, refused] = await Promise.all([ordered(rig, 'BOLETO'), ordered(rig, 'CREDIT_CARD')]);
  await play(rig, approved, 'approved', { notifyNever: true });
  await play(rig, refused, 'refused', { notifyNever: true });
  for (const it of [approved, refused])
    t.is((await refusal(t, rig.rpc.cancelCharge(CALL, it))).more.reason, 'charge_not_cancellable');
  await event(rig, approved.id, 'charge.payment_accepted');
  await reads(rig, refused, 'REFUSED');
});

test('each payment is credited once or ordered back with its reason: double, another amount, late, after the end', async (t) => {
  const double = await ordered(rig, 'CREDIT_CARD');
  await settled(rig, double);
  await play(rig, double, 'approved', { force: true });
  const wrong = await ordered(rig, 'MULTIBANCO');
  await play(rig, wrong, 'approved', { amount: 5, force: true });
  const late = await ordered(rig, 'BOLETO');
  await charges(rig).updateOne(
    { _id: late.id as never },
    { $set: { 'paymentOptions.0.order.expiresAt': new Date(late.charge.createdAtMs) } },
  );
  await play(rig, late, 'approved', { force: true });
  const over = await ordered(rig, 'CRYPTO');
  await rig.rpc.cancelCharge(CALL, over);
  await play(rig, over, 'approved', { force: true });
  for (const [it, reason, amount] of [
    [double, 'DUPLICATE_PAYMENT', 1_990],
    [wrong, 'AMOUNT_MISMATCH', 5],
    [late, 'PAID_AFTER_EXPIRY', 1_990],
    [over, 'CHARGE_CLOSED', 1_990],
  ] as const) {
    const { returnOrdered } = await event(rig, it.id, 'charge.return_ordered');
    const { paymentMethod, currency } = it.charge;
    t.like(returnOrdered, { reason, amount, currency, paymentMethod });
    const document = await stored(rig, it.id);
    t.is(returnOrdered?.orderReference, document?.['paymentOptions'][0].txid);
    t.true(returnOrdered?.endToEndId.startsWith(`ord_${document?.['paymentOptions'][0].txid}_`));
  }
  // A wrong amount leaves the order open: the right one still counts.
  await settled(rig, wrong);
  t.is((await at(wrong.id)()).length, 2);
});

test('an EXPIRED charge whose payment was on time and notified late is credited', async (t) => {
  const it = await ordered(rig, 'MULTIBANCO');
  await play(rig, it, 'expired');
  await reads(rig, it, 'EXPIRED');
  await play(rig, it, 'approved', { paidAtMs: it.charge.createdAtMs + 1, force: true });
  await rig.ledger.credit(await event(rig, it.id, 'charge.payment_accepted'));
  await reads(rig, it, 'PAID');
  t.is((await event(rig, it.id, 'charge.paid')).paid?.previousStatus, 'EXPIRED');
});

test('twenty copies of a callback are one payment, one credit and one charge.paid', async (t) => {
  const it = await ordered(rig, 'CRYPTO');
  await play(rig, it, 'approved', { times: 20 });
  const accepted = await event(rig, it.id, 'charge.payment_accepted');
  await rig.ledger.credit(accepted, { times: 3 });
  await event(rig, it.id, 'charge.paid');
  t.is((await at(it.id)()).length, 1);
  t.deepEqual(await publishedEvents(rig, it.id, 3), ['charge.created', 'charge.payment_accepted', 'charge.paid']);
});

test('a callback proves nothing: a forged one costs a question, and neither a guess nor the bank’s own token lets it in', async (t) => {
  const it = await ordered(rig, 'BOLETO');
  const reference = String((await stored(rig, it.id))?.['paymentOptions'][0].txid);
  const body = Buffer.from(JSON.stringify({ orders: [{ reference, status: 'approved', payments: [{ amount: 1 }] }] }));
  const tokenOf = (name: string) => callbackToken(rig.env['TXID_SECRET'] ?? '', name);
  const notify = (token: string) => rig.rpc.receiveProviderCallback(CALL, { bankProfileId: 'sim', token, body });
  for (const token of ['', sha256Hex('guess'), tokenOf('other:orders')])
    t.is((await refusal(t, notify(token))).code, 'not_found');
  t.is((await notify(tokenOf('sim:orders'))).stored, 1);
  const callbacks = rig.database.connection.collection('provider_callbacks');
  const ours = { orderReference: reference, outcome: 'decided', elementKey: new RegExp(sha256Hex(body)) };
  await until('it was handled', async () => (await callbacks.findOne(ours)) ?? undefined);
  t.is((await rig.rpc.getCharge(CALL, it)).status, 'WAITING_PAYMENT');
  t.is((await at(it.id)()).length, 0);
  // The bank's own token speaks of Pix alone.
  await notify(tokenOf('sim'));
  t.is(await callbacks.countDocuments({ orderReference: reference, elementKey: /^order:/ }), 1);
});

test('a dispute waits for the wallet, sets the money aside, and is won: APPROVED again with charge.paid (A65)', async (t) => {
  const it = await ordered(rig, 'CREDIT_CARD');
  await play(rig, it, 'approved');
  const accepted = await event(rig, it.id, 'charge.payment_accepted');
  await play(rig, it, 'dispute');
  await until('the dispute was recorded', async () =>
    rig.database.connection.collection('provider_callbacks').findOne({
      orderReference: (await stored(rig, it.id))?.['paymentOptions'][0].txid,
      attempts: { $gte: 1 },
      state: 'waiting',
    }),
  );
  t.is((await rig.rpc.getCharge(CALL, it)).status, 'WAITING_PAYMENT');
  await rig.ledger.credit(accepted);
  await reads(rig, it, 'DISPUTE');
  const { disputeOpened } = await event(rig, it.id, 'charge.dispute_opened');
  t.like(disputeOpened, { amount: 1_990, currency: 'BRL' });
  t.like((await event(rig, it.id, 'charge.failed')).failed, {
    previousStatus: 'APPROVED',
    charge: { status: 'DISPUTE' },
  });
  await play(rig, it, 'dispute_won');
  await reads(rig, it, 'APPROVED');
  const { disputeClosed } = await event(rig, it.id, 'charge.dispute_closed');
  t.deepEqual({ ...disputeOpened, won: true } as object, disputeClosed as object);
  t.deepEqual(await publishedEvents(rig, it.id, 7), [
    'charge.created',
    'charge.payment_accepted',
    'charge.paid',
    'charge.dispute_opened',
    'charge.failed',
    'charge.dispute_closed',
    'charge.paid',
  ]);
});

test('a dispute becomes a chargeback and is lost: CHARGEBACK once for each, one hold, one end', async (t) => {
  const it = await ordered(rig, 'CREDIT_CARD');
  await settled(rig, it);
  await play(rig, it, 'dispute');
  await reads(rig, it, 'DISPUTE');
  await play(rig, it, 'chargeback');
  await reads(rig, it, 'CHARGEBACK');
  await play(rig, it, 'dispute_lost');
  const { disputeClosed } = await event(rig, it.id, 'charge.dispute_closed');
  t.is(disputeClosed?.won, false);
  t.deepEqual((await publishedEvents(rig, it.id, 7)).slice(3), [
    'charge.dispute_opened',
    'charge.failed',
    'charge.failed',
    'charge.dispute_closed',
  ]);
  t.is((await rig.rpc.getCharge(CALL, it)).status, 'CHARGEBACK');
});

test('a chargeback is won: APPROVED again; a dispute is lost: CHARGEBACK with charge.failed', async (t) => {
  const [won, lost] = await Promise.all([ordered(rig, 'CREDIT_CARD'), ordered(rig, 'CREDIT_CARD')]);
  await Promise.all([settled(rig, won), settled(rig, lost)]);
  await play(rig, won, 'chargeback');
  await reads(rig, won, 'CHARGEBACK');
  await play(rig, won, 'dispute_won');
  await reads(rig, won, 'APPROVED');
  await play(rig, lost, 'dispute', { notifyNever: true });
  await play(rig, lost, 'dispute_lost');
  await reads(rig, lost, 'CHARGEBACK');
  // Both changes were seen at once: the hold is opened before it is closed.
  t.deepEqual((await publishedEvents(rig, lost.id, 7)).slice(3), [
    'charge.dispute_opened',
    'charge.failed',
    'charge.dispute_closed',
    'charge.failed',
  ]);
});

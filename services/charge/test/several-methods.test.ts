import { until } from '@gx/testkit';
import test from 'ava';
import { choosable, IN_BRL, IN_EUR, otherOptionsOf, paymentOptionsOver, txidsOf } from './option-rig.ts';
import { asking, play, publishedEvents, reads, startOrderRig } from './order-rig.ts';
import { CALL, event, newTenant, PATIENT, pay, stored } from './rig.ts';

const rig = await startOrderRig({ RECONCILE_EVERY_SECONDS: '2', BANK_CALL_MS: '1500' });
test.after.always('everything stops', rig.stop);
test.afterEach.always('the providers behave again', () => rig.behave());

type It = Awaited<ReturnType<typeof choosable>>;
/** By which method the payer pays, whatever the charge waits for first. */
const payBy = (it: It, method: string, how: object = {}) =>
  method === 'PIX' ? pay(rig, it, how) : play(rig, it, 'approved', { paymentMethod: method, ...how });
const PAID_AS = (method: string) => (method === 'CREDIT_CARD' ? 'APPROVED' : 'PAID');
const DAY_MS = 86_400_000;

async function credited(it: It, method: string) {
  await rig.ledger.credit(await event(rig, it.id, 'charge.payment_accepted'));
  return reads(rig, it, PAID_AS(method));
}

test('several paymentMethods: all that have a provider are shown, in the order requested, and live as long as the longest (A31)', async (t) => {
  const it = await choosable(rig);
  t.like(it.charge, { status: 'WAITING_PAYMENT', paymentMethod: 'PIX', paymentMethods: [...IN_BRL] });
  t.regex(it.charge.pix?.brCode ?? '', /^000201/);
  const others = Object.fromEntries(it.charge.otherOrders.map(({ paymentMethod, order }) => [paymentMethod, order]));
  t.deepEqual(Object.keys(others).toSorted(), ['BOLETO', 'CREDIT_CARD']);
  t.regex(others['BOLETO']?.line ?? '', /^\d{47}$/);
  t.regex(others['CREDIT_CARD']?.redirectUrl ?? '', /3ds/);
  for (const expiresAtMs of [
    it.charge.pix?.expiresAtMs,
    ...it.charge.otherOrders.map(({ order }) => order?.expiresAtMs),
  ])
    t.true(Math.abs(Number(expiresAtMs) - it.charge.createdAtMs - 3 * DAY_MS) < 10_000);
  t.deepEqual(await publishedEvents(rig, it.id, 1), ['charge.created']);
});

test('the payer’s page is shown every way that can be used, which one has failed, and none once the charge is paid', async (t) => {
  const it = await choosable(rig);
  const page = () => rig.rpc.getCheckout(CALL, { id: it.id });
  const standing = async () => (await rig.rpc.getCheckoutStatuses(CALL, { ids: [it.id] })).standings[0];
  const shown = async () => (await page()).otherOrders.map(({ paymentMethod }) => paymentMethod);
  t.deepEqual((await standing())?.paymentMethods.toSorted(), [...IN_BRL].toSorted());
  t.deepEqual((await shown()).toSorted(), ['BOLETO', 'CREDIT_CARD']);
  await play(rig, it, 'refused', { paymentMethod: 'CREDIT_CARD' });
  await until('the card has failed', async () => (await page()).failedMethods.length === 1, PATIENT);
  t.deepEqual((await page()).failedMethods, ['CREDIT_CARD']);
  t.deepEqual(await shown(), ['BOLETO']);
  t.deepEqual((await standing())?.paymentMethods, ['PIX', 'BOLETO']);
  await payBy(it, 'BOLETO');
  await credited(it, 'BOLETO');
  const { paymentMethod, brCode, order, otherOrders, failedMethods } = await page();
  t.deepEqual([paymentMethod, brCode, order, otherOrders, failedMethods], ['BOLETO', undefined, undefined, [], []]);
  t.deepEqual((await standing())?.paymentMethods, []);
});

test('a replay of several paymentMethods is the first answer, whatever has happened since', async (t) => {
  const request = asking('BOLETO', { paymentMethods: [...IN_BRL] });
  const { charge: first } = await rig.rpc.createCharge(CALL, request);
  const it = { tenant: request.tenant as never, id: first?.id ?? '', charge: first as never };
  await until('opened', async () => (await otherOptionsOf(rig, it.id)).every(({ state }) => state === 'open'), PATIENT);
  await payBy(it, 'CREDIT_CARD');
  await credited(it, 'CREDIT_CARD');
  const { charge: again, replayed } = await rig.rpc.createCharge(CALL, request);
  t.true(replayed);
  t.like(again, { id: it.id, status: 'WAITING_PAYMENT', paymentMethods: [...IN_BRL] });
});

test('methods without a provider in the currency are left out; with one left the charge is of one method', async (t) => {
  const tenant = newTenant();
  const change = {
    paymentMethods: ['MULTIBANCO', 'PIX', 'MBWAY'],
    currency: 'BRL',
    metadataJson: '{"phone":"+351912345678"}',
  };
  const { charge } = await rig.rpc.createCharge(CALL, asking('BOLETO', change, tenant));
  t.like(charge, { paymentMethod: 'PIX', paymentMethods: ['PIX'] });
  t.is((await stored(rig, charge?.id ?? ''))?.['paymentOptions'].length, 1);
});

for (const [methods, method] of [
  [IN_BRL, 'PIX'],
  [IN_BRL, 'BOLETO'],
  [IN_BRL, 'CREDIT_CARD'],
  [IN_EUR, 'MBWAY'],
  [IN_EUR, 'MULTIBANCO'],
  [IN_EUR, 'CREDIT_CARD'],
] as const)
  test(`${methods.join(', ')} paid by ${method}: credited once as ${method}, and the others are closed at their providers`, async (t) => {
    const it = await choosable(rig, methods);
    const txids = await txidsOf(rig, it.id);
    await payBy(it, method);
    const charge = await credited(it, method);
    t.like(charge, { paymentMethod: method, paymentMethods: [...methods] });
    t.is(charge.endToEndId === undefined, method !== 'PIX');
    await paymentOptionsOver(rig, it.id);
    for (const other of methods.filter((one) => one !== method)) {
      const txid = txids[other] ?? '';
      const seen = await rig.seen(txid);
      t.is(other === 'PIX' ? seen['patch'] : seen['order_cancel'], 1, `${other} ${JSON.stringify(seen)}`);
    }
    t.deepEqual(await publishedEvents(rig, it.id, 3), ['charge.created', 'charge.payment_accepted', 'charge.paid']);
    t.is(
      (await rig.rpc.getSettlement(CALL, { tenant: it.tenant, chargeId: it.id })).orderReference,
      method === 'PIX' ? undefined : txids[method],
    );
  });

for (const [first, second] of [
  ['PIX', 'CREDIT_CARD'],
  ['CREDIT_CARD', 'PIX'],
  ['BOLETO', 'CREDIT_CARD'],
] as const)
  test(`paid by ${first} and by ${second}: one is credited, the other goes back the way it came as DUPLICATE_PAYMENT`, async (t) => {
    const it = await choosable(rig);
    const txids = await txidsOf(rig, it.id);
    await payBy(it, first);
    await event(rig, it.id, 'charge.payment_accepted');
    await payBy(it, second, { force: true });
    const { returnOrdered } = await event(rig, it.id, 'charge.return_ordered');
    t.like(returnOrdered, { reason: 'DUPLICATE_PAYMENT', amount: 1_990, currency: 'BRL' });
    t.is(returnOrdered?.orderReference, second === 'PIX' ? undefined : txids[second]);
    t.is(returnOrdered?.paymentMethod, second === 'PIX' ? undefined : second);
    const charge = await credited(it, first);
    t.is(charge.paymentMethod, first);
    await paymentOptionsOver(rig, it.id);
    t.is((await stored(rig, it.id))?.['payments'].length, 2);
  });

test('two options paid at the same moment: whatever is written first is credited, the other goes back', async (t) => {
  const them = await Promise.all([1, 2, 3, 4, 5, 6].map(() => choosable(rig)));
  await Promise.all(
    them.flatMap((it) => [payBy(it, 'PIX', { force: true }), payBy(it, 'CREDIT_CARD', { force: true })]),
  );
  for (const it of them) {
    const accepted = await event(rig, it.id, 'charge.payment_accepted');
    const { returnOrdered } = await event(rig, it.id, 'charge.return_ordered');
    t.not(returnOrdered?.endToEndId, accepted.paymentAccepted?.endToEndId);
    const isCard = accepted.paymentAccepted?.endToEndId.startsWith('ord_') === true;
    t.is(returnOrdered?.orderReference === undefined, isCard);
  }
});

test('a card that is refused leaves the charge to its other options; the last one that fails ends it', async (t) => {
  const it = await choosable(rig, IN_EUR);
  await play(rig, it, 'authenticating', { paymentMethod: 'CREDIT_CARD' });
  await play(rig, it, 'refused', { paymentMethod: 'CREDIT_CARD' });
  await play(rig, it, 'refused', { paymentMethod: 'MBWAY' });
  await until(
    'two have failed',
    async () => (await otherOptionsOf(rig, it.id)).every(({ state }) => state === 'over'),
    PATIENT,
  );
  t.like(await rig.rpc.getCharge(CALL, it), { status: 'WAITING_PAYMENT', paymentMethod: 'MULTIBANCO' });
  t.deepEqual(await publishedEvents(rig, it.id, 1), ['charge.created']);
  await play(rig, it, 'refused', { paymentMethod: 'MULTIBANCO' });
  await reads(rig, it, 'REFUSED');
  t.deepEqual(await publishedEvents(rig, it.id, 2), ['charge.created', 'charge.failed']);
});

test('cancelled: gone at every provider before the answer; what comes after that goes back', async (t) => {
  const it = await choosable(rig);
  const txids = await txidsOf(rig, it.id);
  t.is((await rig.rpc.cancelCharge(CALL, it)).status, 'CANCELLED');
  t.true((await otherOptionsOf(rig, it.id)).every(({ state }) => state === 'over'));
  await t.throwsAsync(play(rig, it, 'approved', { paymentMethod: 'BOLETO' }), { message: /not_open/ });
  await play(rig, it, 'approved', { paymentMethod: 'CREDIT_CARD', force: true });
  const { returnOrdered } = await event(rig, it.id, 'charge.return_ordered');
  t.like(returnOrdered, { reason: 'CHARGE_CLOSED', orderReference: txids['CREDIT_CARD'] });
});

test('a cancellation that finds another way paid is refused, and the charge is credited', async (t) => {
  const it = await choosable(rig);
  await play(rig, it, 'approved', { paymentMethod: 'BOLETO', notifyNever: true });
  await t.throwsAsync(rig.rpc.cancelCharge(CALL, it), { message: /Only a charge that waits/ });
  t.is((await credited(it, 'BOLETO')).paymentMethod, 'BOLETO');
});

test('an acquirer that is silent at first delays the other options, not the charge', async (t) => {
  await rig.misbehave({ kind: 'hang', operation: 'order_put', times: 2 });
  const tenant = newTenant();
  const { charge } = await rig.rpc.createCharge(CALL, asking('BOLETO', { paymentMethods: ['PIX', 'BOLETO'] }, tenant));
  t.is(charge?.status, 'WAITING_PAYMENT');
  const id = charge?.id ?? '';
  const shown = async () => (await rig.rpc.getCharge(CALL, { tenant, id })).otherOrders[0];
  const boleto = await until('it is opened', async () => (await shown()) ?? false, PATIENT);
  t.is(boleto.paymentMethod, 'BOLETO');
  t.deepEqual(
    (await otherOptionsOf(rig, id)).map(({ state }) => state),
    ['open'],
  );
});

test('statistics count a charge of several methods once, by the method that paid it, and stand up to a recount', async (t) => {
  const it = await choosable(rig);
  await payBy(it, 'CREDIT_CARD');
  await credited(it, 'CREDIT_CARD');
  const stats = await until(
    'it is counted',
    async () => {
      const read = await rig.rpc.getPaymentStats(CALL, { tenant: it.tenant, days: 7 });
      return read.paidTransactions === 1 && read;
    },
    PATIENT,
  );
  t.is(stats.totalTransactions, 1);
  t.like(stats.methods[0], { method: 'CREDIT_CARD', volume: 1_990, count: 1 });
  t.is(stats.methods.length, 1);
});

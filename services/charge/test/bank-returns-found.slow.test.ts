import { until } from '@gx/testkit';
import test from 'ava';
import { atBank, returnAtBank } from './at-bank.ts';
import { ordered, reads, settled, startOrderRig } from './order-rig.ts';
import { CALL, created, event, PATIENT, pay, type Rig, startRig } from './rig.ts';

// What the bank takes back and tells nobody of is found all the same (decisions, section 9).
const DAY_MS = 86_400_000;
/** Nothing is listed anew in the time of a test, but for what is named. */
const SELDOM = { RECONCILE_EVERY_SECONDS: '3600', BANK_RETURNS_EVERY_SECONDS: '604800' };
const sweeping = await startOrderRig({ ...SELDOM, RECONCILE_EVERY_SECONDS: '1' });
const daily = await startRig({ ...SELDOM, BANK_RETURNS_EVERY_SECONDS: '1' }, sweeping.simulator);
const polled = await startRig(SELDOM, sweeping.simulator);
test.after.always('everything stops', async () => {
  await polled.stop();
  await daily.stop();
  await sweeping.stop();
});

async function paid(on: Rig, paidAt = new Date()) {
  const charge = await created(on);
  const endToEndId = await pay(on, charge, { paidAtMs: paidAt.getTime() });
  await on.ledger.credit(await event(on, charge.id, 'charge.payment_accepted'));
  await event(on, charge.id, 'charge.paid');
  return { ...charge, endToEndId };
}
const silently = (on: Rig) => on.misbehave({ kind: 'never', operation: 'callback_devolution' });

test.serial('a bank return whose callback is lost is found by the sweep, in each of its states', async (t) => {
  await silently(sweeping);
  const charge = await paid(sweeping);
  await sweeping.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
  await atBank(sweeping, 'PUT', `/pix/${charge.endToEndId}/devolucao/med1`, { valor: '19.90' });
  t.like(await event(sweeping, charge.id, 'charge.returned_by_bank'), { returnedByBank: { status: 'IN_PROGRESS' } });
  await sweeping.simulator.control('POST', `/sim/devolutions/${charge.endToEndId}/med1`, { status: 'DEVOLVIDO' });
  await reads(sweeping, charge, 'REFUNDED');
});

test.serial('a payment of weeks ago, in no window of the sweep, is found by the look over 91 days', async (t) => {
  await silently(daily);
  const charge = await paid(daily, new Date(Date.now() - 60 * DAY_MS));
  t.is(await returnAtBank(daily, charge.endToEndId, '19.90'), 201);
  t.like(await event(daily, charge.id, 'charge.returned_by_bank'), { returnedByBank: { amount: 1_990 } });
  await reads(daily, charge, 'REFUNDED');
  const looks = () => daily.toBank.traffic.filter(({ operation }) => operation === 'listPix').length;
  const seen = looks();
  await until('it is looked at again, and nothing is new', () => looks() > seen + 26, PATIENT);
  t.is(daily.ledger.events(charge.id).filter(({ type }) => type === 'charge.returned_by_bank').length, 1);
});

test.serial('one that nobody lists is found when the merchant asks what the bank says', async (t) => {
  await silently(polled);
  const charge = await paid(polled);
  t.is(await returnAtBank(polled, charge.endToEndId, '19.90'), 201);
  t.is((await polled.rpc.getProviderStatus(CALL, charge)).localStatus, 'PAID');
  t.like(await event(polled, charge.id, 'charge.returned_by_bank'), { returnedByBank: { amount: 1_990 } });
  await reads(polled, charge, 'REFUNDED');
  t.is((await polled.rpc.getProviderStatus(CALL, charge)).localStatus, 'REFUNDED');
  t.is(polled.ledger.events(charge.id).filter(({ type }) => type === 'charge.returned_by_bank').length, 1);
});

test.serial('what an acquirer gives back of a card by itself is followed the same way', async (t) => {
  const it = await ordered(sweeping, 'CREDIT_CARD');
  await settled(sweeping, it);
  const order = { tenant: it.tenant, chargeId: it.id };
  const { orderReference } = await sweeping.rpc.getSettlement(CALL, order);
  await sweeping.rpc.simulateBankReturn(CALL, { ...order, amount: 990 });
  const first = await event(sweeping, it.id, 'charge.returned_by_bank');
  t.like(first.returnedByBank, { amount: 990, reason: 'BANK_RETURN', paymentMethod: 'CREDIT_CARD', orderReference });
  await sweeping.rpc.simulateBankReturn(CALL, { ...order, notifyNever: true });
  await reads(sweeping, it, 'REFUNDED');
});

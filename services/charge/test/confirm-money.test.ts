import { chargeEventCodec } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import { eventIdOf, newId, Refusal, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { foreignCob, returnAtBank } from './at-bank.ts';
import { contest, disputed, paid, startCaseRig } from './case-rig.ts';
import { ordered, play, settled, startOrderRig } from './order-rig.ts';
import { profiled } from './profiled.ts';
import { CALL, created, event, found, PATIENT, pay, type Rig } from './rig.ts';

// What the ledger and refund ask before they move money (decisions, section 13).
const rig = await startCaseRig({ INFRACTIONS_EVERY_SECONDS: '1' });
const orders = await startOrderRig();
test.after.always('everything stops', () => Promise.all([rig.stop(), orders.stop()]));

/** `confirmed`, or what charge has otherwise, of each event. */
async function ask(on: Rig, ...events: readonly ChargeEvent[]): Promise<string[]> {
  const request = { events: events.map((one) => chargeEventCodec.encode(one)) };
  const { confirmations } = await on.rpc.confirmMoney(CALL, request);
  return confirmations.map(({ confirmed, difference }) => (confirmed ? 'confirmed' : difference));
}

test('an accepted payment is confirmed as it was published, before and after it is posted or given back', async (t) => {
  const charge = await created(rig);
  await pay(rig, charge);
  const accepted = await event(rig, charge.id, 'charge.payment_accepted');
  t.deepEqual(await ask(rig, accepted), ['confirmed']);
  await rig.ledger.credit(accepted);
  await event(rig, charge.id, 'charge.paid');
  t.deepEqual(await ask(rig, accepted), ['confirmed']);
  const { endToEndId = '' } = accepted.paymentAccepted ?? {};
  await returnAtBank(rig, endToEndId, '19.90');
  await event(rig, charge.id, 'charge.returned_by_bank');
  t.is((await rig.rpc.getCharge(CALL, charge)).status, 'REFUNDED');
  t.deepEqual(await ask(rig, accepted), ['confirmed']);
});

test('an event says what is different: charge, account, mode, money, fees, bank; and what no wallet is credited by is never confirmed', async (t) => {
  const { id } = await paid(rig);
  const accepted = await event(rig, id, 'charge.payment_accepted');
  const { tenant, paymentAccepted } = accepted;
  const money = (change: object): ChargeEvent => ({
    ...accepted,
    paymentAccepted: { ...paymentAccepted, ...change } as never,
  });
  const differences = await ask(
    rig,
    { ...accepted, chargeId: newId('charge') },
    { ...accepted, chargeId: 'nonsense' },
    { ...accepted, tenant: { ...(tenant as Tenant), accountId: newId('account') } },
    { ...accepted, tenant: { ...(tenant as Tenant), livemode: true } },
    money({ amount: 500_000_000 }),
    money({ currency: 'EUR' }),
    money({ providerFee: 0 }),
    money({ endToEndId: 'E0000000020261121120000000000001' }),
    money({ bankProfileId: 'another' }),
    await event(rig, id, 'charge.paid'),
    { ...accepted, paymentAccepted: undefined as never },
    accepted,
  );
  t.deepEqual(differences, [
    ...['charge_id', 'charge_id', 'account_id', 'livemode', 'amount', 'currency', 'providerFee', 'endToEndId'],
    ...['bankProfileId', 'type', 'type', 'confirmed'],
  ]);
});

test('a charge that waits for its payment confirms none', async (t) => {
  const { id, tenant } = await created(rig);
  const eventId = eventIdOf(id as never, 2);
  const paymentAccepted = { endToEndId: 'E1', amount: 1_990, currency: 'BRL', bankProfileId: rig.profileId };
  const claimed = { eventId, type: 'charge.payment_accepted', sequence: 2, tenant, chargeId: id, paymentAccepted };
  t.deepEqual(await ask(rig, chargeEventCodec.decode(chargeEventCodec.encode(claimed))), ['type']);
});

test('an order to return money is confirmed for its charge, and of an unmatched payment for the platform', async (t) => {
  const charge = await created(rig);
  await pay(rig, charge, { amount: 1_000, force: true });
  const wrong = await event(rig, charge.id, 'charge.return_ordered');
  const txid = await foreignCob(rig);
  await rig.simulator.control('POST', '/sim/pay', { txid });
  const { outbox: _, ...unmatched } = await found(rig, 'unmatched_payments', { txid });
  const ofNone = await until(
    'the order is published',
    () => rig.ledger.events('').find(({ returnOrdered }) => returnOrdered?.returnId === unmatched['returnId']),
    PATIENT,
  );
  const other = (of: ChargeEvent, change: object): ChargeEvent => ({
    ...of,
    returnOrdered: { ...of.returnOrdered, ...change } as never,
  });
  t.deepEqual(
    await ask(
      rig,
      wrong,
      ofNone,
      other(wrong, { amount: 1_990 }),
      other(wrong, { returnId: newId('refund') }),
      other(ofNone, { amount: 501 }),
      other(ofNone, { returnId: newId('refund') }),
      { ...ofNone, tenant: { accountId: charge.tenant.accountId, livemode: false } },
      { ...ofNone, chargeId: charge.id },
    ),
    ['confirmed', 'confirmed', 'amount', 'returnId', 'amount', 'return_id', 'account_id', 'type'],
  );
});

test('the end of a case about a Pix, and of a dispute of a card, are confirmed once they are there', async (t) => {
  const charge = await paid(rig);
  await contest(rig, charge);
  const { id } = await disputed(rig, charge, 'NEEDS_RESPONSE');
  const opened = await event(rig, charge.id, 'charge.dispute_opened');
  const early: ChargeEvent = {
    ...opened,
    type: 'charge.dispute_closed',
    disputeClosed: { ...opened.disputeOpened, disputeId: id, won: true, paid: 0 } as never,
  };
  t.deepEqual(await ask(rig, early, opened), ['type', 'type']);
  await contest(rig, charge, { outcome: 'won' });
  const closed = await event(rig, charge.id, 'charge.dispute_closed');
  t.deepEqual(await ask(rig, closed, early), ['confirmed', 'confirmed']);

  const card = await ordered(orders, 'CREDIT_CARD');
  await settled(orders, card);
  await play(orders, card, 'dispute');
  await event(orders, card.id, 'charge.dispute_opened');
  await play(orders, card, 'dispute_won');
  const won = await event(orders, card.id, 'charge.dispute_closed');
  const lost = { ...won, disputeClosed: { ...won.disputeClosed, won: false } as never };
  const inParts = { ...won, disputeClosed: { ...won.disputeClosed, paid: 0 } as never };
  t.deepEqual(await ask(orders, won, lost, inParts), ['confirmed', 'won', 'paid']);
});

test('a whole batch is one read by the ids of its charges, what is doubtful one more at the primary, and more than a thousand is refused', async (t) => {
  const one = await paid(rig);
  const accepted = await event(rig, one.id, 'charge.payment_accepted');
  const others = await Promise.all([1, 2, 3].map(() => created(rig)));
  const batch = Array.from({ length: 200 }, () => accepted);
  const { connection } = rig.database;
  const reads = await readsOf(one.id, async () => void (await ask(rig, ...batch)));
  t.deepEqual(reads, ['majority IXSCAN { _id: 1 } 1']);
  const doubtful = [...batch, ...others.map(({ id }) => ({ ...accepted, chargeId: id }))];
  const again = await readsOf(others[0]?.id ?? '', async () => void (await ask(rig, ...doubtful)));
  t.deepEqual(again, ['majority IXSCAN { _id: 1 } 4', 'linearizable IXSCAN { _id: 1 } 3']);
  const error = await t.throwsAsync(ask(rig, ...Array.from({ length: 1_001 }, () => accepted)), {
    instanceOf: Refusal,
  });
  t.like(error, { code: 'invalid_request', more: { param: 'events' } });

  async function readsOf(id: string, act: () => Promise<void>): Promise<string[]> {
    const seen = await profiled(connection, { accountId: id }, act);
    // Jobs of the service read charges by their ids, too, and not what confirms money.
    const reads = seen.filter(({ command }) => 'bankReturns' in ((command['projection'] as object | undefined) ?? {}));
    return reads.map(({ command, planSummary, docsExamined }) => {
      const { level } = command['readConcern'] as { level: string };
      return `${level} ${planSummary} ${docsExamined}`;
    });
  }
});

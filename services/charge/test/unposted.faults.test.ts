import { until } from '@gx/testkit';
import test from 'ava';
import { returnAtBank } from './at-bank.ts';
import { paid } from './case-rig.ts';
import { locked, paidBy } from './locked.ts';
import { ordered, play, publishedEvents, settled, startOrderRig } from './order-rig.ts';
import { CALL, created, event, PATIENT, pay, type Rig, stored } from './rig.ts';

const FAST = { REDELIVER_AFTER_SECONDS: '1' } as const;
const rig = await startOrderRig(FAST);
await rig.replica();
test.after.always('everything stops', rig.stop);
test.afterEach.always('the ledger is there again', () => {
  rig.books.down = false;
});

/** What the ledger is told of a charge, and what it calls its entry. */
type EventReference = { readonly id: string; readonly type: string; readonly reference: string };

async function held(on: Rig): Promise<EventReference> {
  const charge = await locked(on);
  const endToEndId = await paidBy(on, charge, { report_payer: 'never' });
  await event(on, charge.id, 'charge.payment_held');
  return { id: charge.id, type: 'charge.payment_held', reference: `suspense:${endToEndId}` };
}
async function disputed(on: Rig): Promise<EventReference> {
  const it = await ordered(on, 'CREDIT_CARD');
  await settled(on, it);
  await play(on, it, 'dispute');
  const { disputeOpened } = await event(on, it.id, 'charge.dispute_opened');
  return { id: it.id, type: 'charge.dispute_opened', reference: `dispute:${disputeOpened?.disputeId}:hold` };
}
async function ended(on: Rig, outcome: 'dispute_won' | 'dispute_lost'): Promise<EventReference> {
  const it = await ordered(on, 'CREDIT_CARD');
  await settled(on, it);
  await play(on, it, 'dispute');
  const { disputeOpened } = await event(on, it.id, 'charge.dispute_opened');
  rig.books.booked.add(`dispute:${disputeOpened?.disputeId}:hold`);
  await play(on, it, outcome);
  const { disputeClosed } = await event(on, it.id, 'charge.dispute_closed');
  const end = disputeClosed?.won === true ? 'void' : 'confirm';
  return { id: it.id, type: 'charge.dispute_closed', reference: `dispute:${disputeClosed?.disputeId}:${end}` };
}
/** Refund has its row; only the ledger does not say that it has posted it. */
async function takenBack(on: Rig): Promise<EventReference> {
  const charge = await created(on);
  const endToEndId = await pay(on, charge);
  await on.ledger.credit(await event(on, charge.id, 'charge.payment_accepted'));
  await event(on, charge.id, 'charge.paid');
  await returnAtBank(on, endToEndId, '19.90');
  const { returnedByBank } = await event(on, charge.id, 'charge.returned_by_bank');
  on.rows.statuses.set(returnedByBank?.refundId ?? '', 'REFUNDED');
  const reference = `bank_return:${endToEndId}:${returnedByBank?.devolutionId}:confirm`;
  return { id: charge.id, type: 'charge.returned_by_bank', reference };
}
/** A case about a Pix of which a devolution took a part: that is paid, and the rest released. */
async function ofCase(on: Rig, type: 'charge.dispute_paid' | 'charge.dispute_closed'): Promise<EventReference> {
  const { id, endToEndId } = await paid(on);
  const { dispute } = await on.rpc.openDispute(CALL, { chargeId: id, operator: 'ana', reason: 'fraud' });
  await on.rpc.closeDispute(CALL, { id: dispute?.id ?? '', won: false, operator: 'ana' });
  const taken = { amount: 500, nature: 'MED_FRAUDE' };
  await on.simulator.control('POST', `/sim/pix/${endToEndId}/bank-returns`, taken);
  const { returnedByBank } = await event(on, id, 'charge.returned_by_bank');
  on.rows.statuses.set(returnedByBank?.refundId ?? '', 'REFUNDED');
  await event(on, id, 'charge.dispute_closed');
  const [hold, part, rest] = ['hold', `paid:${returnedByBank?.devolutionId}`, 'void'].map(
    (what) => `dispute:${dispute?.id}:${what}`,
  ) as [string, string, string];
  const [mine, other] = type === 'charge.dispute_paid' ? [part, rest] : [rest, part];
  on.books.booked.add(hold).add(other);
  return { id, type, reference: mine };
}
const KINDS = {
  'what a case pays': (on: Rig) => ofCase(on, 'charge.dispute_paid'),
  'what a case has left': (on: Rig) => ofCase(on, 'charge.dispute_closed'),
  'what the bank takes back': takenBack,
  'money that is held': held,
  'a dispute that is opened': disputed,
  'a dispute that is won': (on: Rig) => ended(on, 'dispute_won'),
  'a dispute that is lost': (on: Rig) => ended(on, 'dispute_lost'),
} as const;

const published = (on: Rig, { id, type }: Pick<EventReference, 'id' | 'type'>) =>
  on.ledger.events(id).filter((one) => one.type === type);
const times = (on: Rig, count: number, it: EventReference) =>
  until(`published ${count} times`, () => published(on, it).length >= count && published(on, it), PATIENT);
const nothingIsLeft = (on: Rig, { id }: Pick<EventReference, 'id'>) =>
  until(
    'nothing is left to be published',
    async () => {
      const document = await stored(on, id);
      return document !== null && !('unposted' in document) && !('unposted' in document['due']);
    },
    PATIENT,
  );
/**
 * What still waits in its document is told beside itself by whichever replica writes there next: at least
 * once is what an outbox promises.
 */
const allHasLeft = (on: Rig, { id }: Pick<EventReference, 'id'>) =>
  until('all has left', async () => (await stored(on, id))?.['outbox'].length === 0, PATIENT);
const isAlarmed = (on: Rig, { id }: EventReference): boolean =>
  on.lines().some((line) => line.includes('charge_unposted') && line.includes(id));
const write = (on: Rig, { id }: EventReference, set: object) =>
  on.database.connection.collection('charges').updateOne({ _id: id as never }, { $set: set });
const DAY_AGO = () => new Date(Date.now() - 25 * 3_600_000);

for (const [what, happens] of Object.entries(KINDS)) {
  test.serial(
    `${what} is published again in the same words, by whichever replica, until the ledger has booked it`,
    async (t) => {
      const it = await happens(rig);
      const { version, sequence } = (await stored(rig, it.id)) as unknown as { version: number; sequence: number };
      const [first, ...again] = await times(rig, 3, it);
      for (const one of again) t.deepEqual(one, first);
      rig.books.booked.add(it.reference);
      await nothingIsLeft(rig, it);
      const before = published(rig, it).length;
      const other = await held(rig);
      await times(rig, 3, other);
      rig.books.booked.add(other.reference);
      // One may have been on its way.
      t.true(published(rig, it).length <= before + 1);
      t.like(await stored(rig, it.id), { version, sequence });
      t.false(isAlarmed(rig, it));
    },
  );
}

test.serial('what is booked in time is published once', async (t) => {
  rig.books.down = true;
  const it = await held(rig);
  rig.books.booked.add(it.reference);
  rig.books.down = false;
  await nothingIsLeft(rig, it);
  t.is(published(rig, it).length, 1);
});

test.serial('of two events of one charge only the one that is not booked is published again', async (t) => {
  rig.books.down = true;
  const it = await ordered(rig, 'CREDIT_CARD');
  await settled(rig, it);
  await play(rig, it, 'dispute');
  const { disputeOpened } = await event(rig, it.id, 'charge.dispute_opened');
  await play(rig, it, 'dispute_won');
  const won = { id: it.id, type: 'charge.dispute_closed', reference: `dispute:${disputeOpened?.disputeId}:void` };
  await event(rig, it.id, won.type);
  rig.books.booked.add(won.reference);
  await allHasLeft(rig, won);
  rig.books.down = false;
  const opening = { id: it.id, type: 'charge.dispute_opened', reference: `dispute:${disputeOpened?.disputeId}:hold` };
  await times(rig, 3, opening);
  t.is(published(rig, won).length, 1);
  rig.books.booked.add(opening.reference);
  await nothingIsLeft(rig, it);
});

test.serial('while the ledger is away nothing is published again; afterwards what it has not booked is', async (t) => {
  rig.books.down = true;
  const it = await held(rig);
  await write(rig, it, { 'due.unposted': new Date(1) });
  const { refused } = rig.books;
  await until('a run was in vain', () => rig.books.refused >= refused + 2, PATIENT);
  t.deepEqual((await stored(rig, it.id))?.['due'].unposted, new Date(1));
  t.is(published(rig, it).length, 1);
  rig.books.down = false;
  await times(rig, 2, it);
  rig.books.booked.add(it.reference);
  await nothingIsLeft(rig, it);
});

test.serial('what the ledger does not book for a day is a person’s', async (t) => {
  rig.books.down = true;
  const it = await held(rig);
  await write(rig, it, { 'unposted.0.event.at': DAY_AGO() });
  rig.books.down = false;
  await nothingIsLeft(rig, it);
  t.true(isAlarmed(rig, it));
  t.is(published(rig, it).length, 1);
});

test.serial('what could not be queried for a day is published once more before it is a person’s', async (t) => {
  rig.books.down = true;
  const it = await held(rig);
  await allHasLeft(rig, it);
  await write(rig, it, { 'unposted.0.event.at': DAY_AGO(), 'due.unposted': DAY_AGO() });
  rig.books.down = false;
  await times(rig, 2, it);
  await nothingIsLeft(rig, it);
  t.true(isAlarmed(rig, it));
});

test.serial('a charge that is created and paid notes nothing', async (t) => {
  const plain = await created(rig);
  await pay(rig, plain);
  await rig.ledger.credit(await event(rig, plain.id, 'charge.payment_accepted'));
  t.deepEqual(await publishedEvents(rig, plain.id, 3), ['charge.created', 'charge.payment_accepted', 'charge.paid']);
  const document = await stored(rig, plain.id);
  t.false('unposted' in (document ?? {}) || 'unposted' in (document?.['due'] ?? {}));
});

test.serial('what the bank takes back is published again until refund has its row, too', async (t) => {
  const it = await takenBack(rig);
  rig.books.booked.add(it.reference);
  const { returnedByBank } = await event(rig, it.id, it.type);
  rig.rows.statuses.delete(returnedByBank?.refundId ?? '');
  t.true((await times(rig, 3, it)).length >= 3);
  rig.rows.statuses.set(returnedByBank?.refundId ?? '', 'REFUNDED');
  await nothingIsLeft(rig, it);
});

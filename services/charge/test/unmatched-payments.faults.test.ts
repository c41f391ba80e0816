import { cents, type EndToEndId, newId } from '@gx/core';
import type { OutboxBatch } from '@gx/runtime/mongo';
import { testDatabase, until } from '@gx/testkit';
import test from 'ava';
import { unmatchedPaymentModel, unmatchedPaymentStore } from '../src/store/unmatched-payments.ts';
import { elementOf, paidBy, paymentsOf } from './locked.ts';
import { namelessBank } from './reworded-bank.ts';
import { CALL, created, event, found, PATIENT, setProfile, startRig } from './rig.ts';

const database = await testDatabase('unmatched_payments');
const model = await unmatchedPaymentModel(database.connection);
/** A bank that does not say which charge a Pix is of when it is asked for that Pix alone. */
const rig = await startRig();
const nameless = await namelessBank(rig.toBank.url);
const profile = { ...rig.profile, baseUrl: nameless.url };
await setProfile(rig.rpc, profile);
const second = await rig.replica();
test.after.always('everything stops', async () => {
  await rig.stop();
  await nameless.stop();
  await database.drop();
});

const allOf = (endToEndId: string) => model.collection.find({ endToEndId: endToEndId as EndToEndId }).toArray();
const sim = { bankProfileId: 'sim', livemode: false };
const successor = { bankProfileId: 'successor', livemode: false };
const unmatchedPayment = (
  endToEndId: string,
  owner: { readonly bankProfileId: string; readonly livemode: boolean },
) => ({
  ...owner,
  endToEndId: endToEndId as EndToEndId,
  txid: null,
  amount: cents(500),
  paidAt: new Date(),
  storedAt: new Date(),
  returnId: newId('refund'),
  returnedAt: null,
});

const collection = (name: string) => rig.database.connection.collection(name);
const allHandled = () =>
  until(
    'every callback is handled',
    async () => (await collection('provider_callbacks').countDocuments({ state: 'waiting' })) === 0,
    PATIENT,
  );
/** A callback through the address of a profile, as a replica gets it. */
async function calledBack(element: object, { id = profile.id, rpc = rig.rpc } = {}): Promise<void> {
  const address = await collection('bank_profiles').findOne({ _id: id as never });
  const token = String(address?.['callbackUrl']).split('/').at(-1) ?? '';
  await rpc.receiveProviderCallback(CALL, {
    bankProfileId: id,
    token,
    body: Buffer.from(JSON.stringify({ pix: [element] })),
  });
}
/**
 * What a callback says of a Pix without saying which charge it is of; `nth` makes it another callback of the
 * same one.
 */
function unnamed(endToEndId: string, nth = 1) {
  const { txid: _, ...element } = elementOf(endToEndId, '', {});
  return { ...element, infoPagador: `callback ${nth}` };
}
const unmatchedPaymentOf = (endToEndId: string) => collection('unmatched_payments').findOne({ endToEndId });
const ordersOf = (endToEndId: string) =>
  new Set(
    rig.ledger
      .events('')
      .filter(({ returnOrdered }) => returnOrdered?.endToEndId === endToEndId)
      .map(({ eventId }) => eventId),
  ).size;

test.serial(
  'a second callback of a Pix that is a payment already, which names no charge, leaves no unmatched payment',
  async (t) => {
    const charge = await created(rig);
    const endToEndId = await paidBy(rig, charge, {});
    await event(rig, charge.id, 'charge.payment_accepted');
    await calledBack(unnamed(endToEndId));
    await found(rig, 'provider_callbacks', { endToEndId, txid: null, state: 'handled' });
    t.is(await unmatchedPaymentOf(endToEndId), null);
    t.is((await found(rig, 'provider_callbacks', { endToEndId, txid: null }))['outcome'], 'decided');
    t.is(ordersOf(endToEndId), 0);
    t.like(await paymentsOf(rig, charge.id), [{ endToEndId, decision: 'accepted' }]);
  },
);

test.serial('a callback through the successor of a charge’s profile pays the charge', async (t) => {
  const charge = await created(rig);
  await setProfile(rig.rpc, { ...profile, id: 'successor' });
  t.teardown(() => setProfile(rig.rpc, profile));
  const endToEndId = await paidBy(rig, charge, { notify: 'never' });
  await calledBack(elementOf(endToEndId, charge.txid, {}), { id: 'successor' });
  await allHandled();
  t.is(await unmatchedPaymentOf(endToEndId), null);
  t.is((await event(rig, charge.id, 'charge.payment_accepted')).paymentAccepted?.endToEndId, endToEndId);
  t.is(ordersOf(endToEndId), 0);
});

test.serial(
  'of two callbacks at once, one that names the charge and one that does not, the Pix becomes a payment alone',
  async (t) => {
    const paid = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const charge = await created(rig);
        return { charge, endToEndId: await paidBy(rig, charge, { notify: 'never' }) };
      }),
    );
    await Promise.all(
      paid.flatMap(({ charge, endToEndId }) => [
        calledBack(unnamed(endToEndId, 1)),
        calledBack(elementOf(endToEndId, charge.txid, {}), { rpc: second.rpc }),
        calledBack(unnamed(endToEndId, 2), { rpc: second.rpc }),
      ]),
    );
    await allHandled();
    for (const { charge, endToEndId } of paid) {
      t.like(await paymentsOf(rig, charge.id), [{ endToEndId, decision: 'accepted' }]);
      t.is(await unmatchedPaymentOf(endToEndId), null);
      t.is(ordersOf(endToEndId), 0);
    }
  },
);

test.serial(
  'a callback that names no charge waits while one that names it waits for the bank; then the Pix becomes a payment alone',
  async (t) => {
    const charge = await created(rig);
    const endToEndId = await paidBy(rig, charge, { notify: 'never' });
    // As after a try that the bank did not answer.
    const named = { bankProfileId: profile.id, elementKey: `waits:${endToEndId}`, endToEndId, txid: charge.txid };
    const waits = { state: 'waiting', claim: null, attempts: 1, dueAt: new Date(Date.now() + 3_600_000) };
    const { insertedId: _id } = await collection('provider_callbacks').insertOne({
      ...named,
      ...waits,
      devolved: false,
      problems: null,
      encrypted: null,
      receivedAt: new Date(),
    });
    await calledBack(unnamed(endToEndId));
    await until(
      'the other one was tried twice',
      async () => {
        const other = await collection('provider_callbacks').findOne({ endToEndId, txid: null });
        return other?.['state'] === 'handled' || (other?.['attempts'] >= 2 && other?.['claim'] === null);
      },
      PATIENT,
    );
    t.is(await unmatchedPaymentOf(endToEndId), null);
    await collection('provider_callbacks').updateOne({ _id }, { $set: { dueAt: new Date(0) } });
    await allHandled();
    t.like(await paymentsOf(rig, charge.id), [{ endToEndId, decision: 'accepted' }]);
    t.is(ordersOf(endToEndId), 0);
  },
);

test.serial('a Pix that nobody ever names goes back, once, a moment after it was first seen', async (t) => {
  const charge = await created(rig);
  const endToEndId = await paidBy(rig, charge, { notify: 'never' });
  await Promise.all([calledBack(unnamed(endToEndId, 1)), calledBack(unnamed(endToEndId, 2), { rpc: second.rpc })]);
  await until('it is ordered back', () => ordersOf(endToEndId) === 1, PATIENT);
  await allHandled();
  t.is(await collection('unmatched_payments').countDocuments({ endToEndId }), 1);
  t.is(ordersOf(endToEndId), 1);
  await calledBack(elementOf(endToEndId, charge.txid, {}));
  await allHandled();
  t.deepEqual(await paymentsOf(rig, charge.id), [], 'what is on its way back is not credited');
});

test.serial(
  'a Pix that was noted and that nobody came back for goes back all the same, unless it is a payment by then',
  async (t) => {
    const charge = await created(rig);
    const payment = await paidBy(rig, charge, {});
    await event(rig, charge.id, 'charge.payment_accepted');
    const lost = {
      ...unmatchedPayment('E-lost', { bankProfileId: profile.id, livemode: false }),
      reason: 'UNKNOWN_CHARGE',
    };
    const noted = { noted: true, due: { returns: new Date(Date.now() - 61_000) }, outbox: [] };
    for (const endToEndId of ['E-lost', payment]) {
      const one = { ...lost, ...noted, endToEndId, returnId: newId('refund') };
      await collection('unmatched_payments').insertOne(one as never);
    }
    await until('the lost one is ordered', () => ordersOf('E-lost') === 1, PATIENT);
    t.false('noted' in ((await unmatchedPaymentOf('E-lost')) ?? {}));
    await until('the payment is forgotten', async () => (await unmatchedPaymentOf(payment)) === null, PATIENT);
    t.is(ordersOf(payment), 0);
  },
);

test('what was only noted is forgotten for a charge that comes for it, and what is ordered is not', async (t) => {
  const published: OutboxBatch[] = [];
  const unmatchedPayments = unmatchedPaymentStore(model, { publish: (batch) => void published.push(batch) });
  const [one, other] = [unmatchedPayment('noted', sim), unmatchedPayment('noted and ordered', sim)];
  for (const noted of [one, other, { ...one, ...successor }]) await unmatchedPayments.note(noted);
  t.is(await unmatchedPayments.standing(['sim', 'successor'], one.endToEndId), 'noted');
  t.false(await unmatchedPayments.orderNoted(false, one.endToEndId), 'not in the moment in which a charge may come');
  t.is((await unmatchedPayments.forgetNoted(false, [one.endToEndId])).size, 0);
  t.is(await unmatchedPayments.standing(['sim', 'successor'], one.endToEndId), undefined);

  await until('it may be ordered', () => unmatchedPayments.orderNoted(false, other.endToEndId));
  t.false(await unmatchedPayments.orderNoted(false, other.endToEndId));
  t.is(published.length, 1);
  t.deepEqual(
    [...(await unmatchedPayments.forgetNoted(false, [one.endToEndId, other.endToEndId]))],
    [other.endToEndId],
  );
  t.is(await unmatchedPayments.standing(['sim'], other.endToEndId), 'ordered');
});

test('one Pix that several profiles of an environment receive at once is one unmatched payment with one order', async (t) => {
  for (let round = 0; round < 10; round += 1) {
    const published: OutboxBatch[] = [];
    const unmatchedPayments = unmatchedPaymentStore(model, { publish: (batch) => void published.push(batch) });
    const endToEndId = `E${round}`;
    const added = await Promise.all(
      [sim, successor, sim, successor, sim, successor].map((owner) =>
        unmatchedPayments.add(unmatchedPayment(endToEndId, owner)),
      ),
    );
    t.is(added.filter(Boolean).length, 1);
    const stored = await allOf(endToEndId);
    t.is(stored.length, 1);
    t.is(published.length, 1);
    t.is(published[0]?.outbox.length, 1);
    t.is(stored[0]?.['outbox'][0].eventId, published[0]?.outbox[0]?.eventId as string);
    t.deepEqual([...(await unmatchedPayments.known(['sim', 'successor'], [endToEndId as EndToEndId]))], [endToEndId]);
  }
});

test('the same id in the other environment is other money', async (t) => {
  const unmatchedPayments = unmatchedPaymentStore(model, { publish: () => undefined });
  t.true(await unmatchedPayments.add(unmatchedPayment('both', sim)));
  t.true(await unmatchedPayments.add(unmatchedPayment('both', { bankProfileId: 'live', livemode: true })));
});

/** The words of an event, whether they come from here or from the database. */
const bytesOf = ({ value }: OutboxBatch['outbox'][number]): string =>
  (Buffer.isBuffer(value) ? value : Buffer.from(value.buffer)).toString('hex');

test('an unmatched payment that nobody has taken up is published again by one of many at once, as the same event, and by nobody once it is taken up', async (t) => {
  const published: OutboxBatch[] = [];
  const relay = { publish: (batch: OutboxBatch) => void published.push(batch) };
  const unmatchedPayments = unmatchedPaymentStore(model, relay);
  const ordered = unmatchedPayment('again', sim);
  await unmatchedPayments.add(ordered);
  const pulled = () => model.collection.updateMany({ endToEndId: ordered.endToEndId }, { $set: { outbox: [] } });
  await pulled();
  const due = await until('it is due', async () =>
    (await unmatchedPayments.unacknowledged(0, 10)).find(({ endToEndId }) => endToEndId === 'again'),
  );
  await Promise.all([1, 2, 3, 4].map(() => unmatchedPayments.redeliver(due)));
  t.is(published.length, 2);
  const [first, again] = published.map(({ outbox }) => (outbox[0] === undefined ? '' : bytesOf(outbox[0])));
  t.is(again, first);
  await pulled();
  const later = await until('again', async () =>
    (await unmatchedPayments.unacknowledged(0, 10)).find(({ endToEndId }) => endToEndId === 'again'),
  );
  t.true(await unmatchedPayments.acknowledge(false, ordered.returnId, null));
  await unmatchedPayments.redeliver(later);
  t.is(published.length, 2);
  t.false((await unmatchedPayments.unacknowledged(0, 10)).some(({ endToEndId }) => endToEndId === 'again'));
});

import { cents, type EndToEndId, newId } from '@gx/core';
import type { OutboxBatch } from '@gx/runtime/mongo';
import { testDatabase, until } from '@gx/testkit';
import test from 'ava';
import { strayModel, strayStore } from '../src/store/strays.ts';
import { untakenStrayStore } from '../src/store/untaken-strays.ts';
import { elementOf, paidBy, receiptsOf } from './locked.ts';
import { namelessBank } from './nameless-bank.ts';
import { CALL, created, event, found, PATIENT, setProfile, startRig } from './rig.ts';

const database = await testDatabase('strays');
const model = await strayModel(database.connection);
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

const strayed = (endToEndId: string) => model.collection.find({ endToEndId: endToEndId as EndToEndId }).toArray();
const sim = { bankProfileId: 'sim', livemode: false };
const successor = { bankProfileId: 'successor', livemode: false };
const stray = (endToEndId: string, owner: { readonly bankProfileId: string; readonly livemode: boolean }) => ({
  ...owner,
  endToEndId: endToEndId as EndToEndId,
  txid: null,
  amount: cents(500),
  settledAt: new Date(),
  storedAt: new Date(),
  returnId: newId('refund'),
  returnedAt: null,
});

const collection = (name: string) => rig.database.connection.collection(name);
const allHandled = () =>
  until(
    'every notice is handled',
    async () => (await collection('bank_notices').countDocuments({ state: 'waiting' })) === 0,
    PATIENT,
  );
/** A notice through the address of a profile, as a replica gets it. */
async function noticed(element: object, { id = profile.id, rpc = rig.rpc } = {}): Promise<void> {
  const address = await collection('bank_profiles').findOne({ _id: id as never });
  const token = String(address?.['noticeUrl']).split('/').at(-1) ?? '';
  await rpc.receiveBankNotice(CALL, {
    bankProfileId: id,
    token,
    body: Buffer.from(JSON.stringify({ pix: [element] })),
  });
}
/**
 * What a notice says of a Pix without saying which charge it is of; `nth` makes it another notice of the same
 * one.
 */
function unnamed(endToEndId: string, nth = 1) {
  const { txid: _, ...element } = elementOf(endToEndId, '', {});
  return { ...element, infoPagador: `notice ${nth}` };
}
const strayOf = (endToEndId: string) => collection('strays').findOne({ endToEndId });
const ordersOf = (endToEndId: string) =>
  new Set(
    rig.ledger
      .events('')
      .filter(({ returnOrdered }) => returnOrdered?.endToEndId === endToEndId)
      .map(({ eventId }) => eventId),
  ).size;

test.serial('a second notice of a Pix that is a receipt already, which names no charge, leaves no stray', async (t) => {
  const charge = await created(rig);
  const endToEndId = await paidBy(rig, charge, {});
  await event(rig, charge.id, 'charge.receipt_accepted');
  await noticed(unnamed(endToEndId));
  await found(rig, 'bank_notices', { endToEndId, txid: null, state: 'handled' });
  t.is(await strayOf(endToEndId), null);
  t.is((await found(rig, 'bank_notices', { endToEndId, txid: null }))['outcome'], 'disposed');
  t.is(ordersOf(endToEndId), 0);
  t.like(await receiptsOf(rig, charge.id), [{ endToEndId, disposition: 'accepted' }]);
});

test.serial('a notice through the successor of a charge’s profile pays the charge', async (t) => {
  const charge = await created(rig);
  await setProfile(rig.rpc, { ...profile, id: 'successor' });
  t.teardown(() => setProfile(rig.rpc, profile));
  const endToEndId = await paidBy(rig, charge, { notify: 'never' });
  await noticed(elementOf(endToEndId, charge.txid, {}), { id: 'successor' });
  await allHandled();
  t.is(await strayOf(endToEndId), null);
  t.is((await event(rig, charge.id, 'charge.receipt_accepted')).receiptAccepted?.endToEndId, endToEndId);
  t.is(ordersOf(endToEndId), 0);
});

test.serial(
  'of two notices at once, one that names the charge and one that does not, the Pix becomes a receipt alone',
  async (t) => {
    const paid = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const charge = await created(rig);
        return { charge, endToEndId: await paidBy(rig, charge, { notify: 'never' }) };
      }),
    );
    await Promise.all(
      paid.flatMap(({ charge, endToEndId }) => [
        noticed(unnamed(endToEndId, 1)),
        noticed(elementOf(endToEndId, charge.txid, {}), { rpc: second.rpc }),
        noticed(unnamed(endToEndId, 2), { rpc: second.rpc }),
      ]),
    );
    await allHandled();
    for (const { charge, endToEndId } of paid) {
      t.like(await receiptsOf(rig, charge.id), [{ endToEndId, disposition: 'accepted' }]);
      t.is(await strayOf(endToEndId), null);
      t.is(ordersOf(endToEndId), 0);
    }
  },
);

test.serial(
  'a notice that names no charge waits while one that names it waits for the bank; then the Pix becomes a receipt alone',
  async (t) => {
    const charge = await created(rig);
    const endToEndId = await paidBy(rig, charge, { notify: 'never' });
    // As after a try that the bank did not answer.
    const named = { bankProfileId: profile.id, elementKey: `waits:${endToEndId}`, endToEndId, txid: charge.txid };
    const waits = { state: 'waiting', claim: null, tries: 1, dueAt: new Date(Date.now() + 3_600_000) };
    const { insertedId: _id } = await collection('bank_notices').insertOne({
      ...named,
      ...waits,
      devolved: false,
      problems: null,
      sealed: null,
      receivedAt: new Date(),
    });
    await noticed(unnamed(endToEndId));
    await until(
      'the other one was tried twice',
      async () => {
        const other = await collection('bank_notices').findOne({ endToEndId, txid: null });
        return other?.['state'] === 'handled' || (other?.['tries'] >= 2 && other?.['claim'] === null);
      },
      PATIENT,
    );
    t.is(await strayOf(endToEndId), null);
    await collection('bank_notices').updateOne({ _id }, { $set: { dueAt: new Date(0) } });
    await allHandled();
    t.like(await receiptsOf(rig, charge.id), [{ endToEndId, disposition: 'accepted' }]);
    t.is(ordersOf(endToEndId), 0);
  },
);

test.serial('a Pix that nobody ever names goes back, once, a moment after it was first seen', async (t) => {
  const charge = await created(rig);
  const endToEndId = await paidBy(rig, charge, { notify: 'never' });
  await Promise.all([noticed(unnamed(endToEndId, 1)), noticed(unnamed(endToEndId, 2), { rpc: second.rpc })]);
  await until('it is ordered back', () => ordersOf(endToEndId) === 1, PATIENT);
  await allHandled();
  t.is(await collection('strays').countDocuments({ endToEndId }), 1);
  t.is(ordersOf(endToEndId), 1);
  await noticed(elementOf(endToEndId, charge.txid, {}));
  await allHandled();
  t.deepEqual(await receiptsOf(rig, charge.id), [], 'what is on its way back is not credited');
});

test.serial(
  'a Pix that was noted and that nobody came back for goes back all the same, unless it is a receipt by then',
  async (t) => {
    const charge = await created(rig);
    const receipt = await paidBy(rig, charge, {});
    await event(rig, charge.id, 'charge.receipt_accepted');
    const lost = { ...stray('E-lost', { bankProfileId: profile.id, livemode: false }), reason: 'UNKNOWN_CHARGE' };
    const noted = { noted: true, untaken: true, toldAt: new Date(Date.now() - 61_000), outbox: [] };
    for (const endToEndId of ['E-lost', receipt]) {
      const one = { ...lost, ...noted, endToEndId, returnId: newId('refund') };
      await collection('strays').insertOne(one as never);
    }
    await until('the lost one is ordered', () => ordersOf('E-lost') === 1, PATIENT);
    t.false('noted' in ((await strayOf('E-lost')) ?? {}));
    await until('the receipt is forgotten', async () => (await strayOf(receipt)) === null, PATIENT);
    t.is(ordersOf(receipt), 0);
  },
);

test('what was only noted is forgotten for a charge that comes for it, and what is ordered is not', async (t) => {
  const published: OutboxBatch[] = [];
  const strays = strayStore(model, { publish: (batch) => void published.push(batch) });
  const [one, other] = [stray('noted', sim), stray('noted and ordered', sim)];
  for (const noted of [one, other, { ...one, ...successor }]) await strays.note(noted);
  t.is(await strays.standing(['sim', 'successor'], one.endToEndId), 'noted');
  t.false(await strays.orderNoted(false, one.endToEndId), 'not in the moment in which a charge may come');
  t.is((await strays.claim(false, [one.endToEndId])).size, 0);
  t.is(await strays.standing(['sim', 'successor'], one.endToEndId), undefined);

  await until('it may be ordered', () => strays.orderNoted(false, other.endToEndId));
  t.false(await strays.orderNoted(false, other.endToEndId));
  t.is(published.length, 1);
  t.deepEqual([...(await strays.claim(false, [one.endToEndId, other.endToEndId]))], [other.endToEndId]);
  t.is(await strays.standing(['sim'], other.endToEndId), 'ordered');
});

test('one Pix that several profiles of an environment hear of at once is one stray with one order', async (t) => {
  for (let round = 0; round < 10; round += 1) {
    const published: OutboxBatch[] = [];
    const strays = strayStore(model, { publish: (batch) => void published.push(batch) });
    const endToEndId = `E${round}`;
    const added = await Promise.all(
      [sim, successor, sim, successor, sim, successor].map((owner) => strays.add(stray(endToEndId, owner))),
    );
    t.is(added.filter(Boolean).length, 1);
    const stored = await strayed(endToEndId);
    t.is(stored.length, 1);
    t.is(published.length, 1);
    t.is(published[0]?.outbox.length, 1);
    t.is(stored[0]?.['outbox'][0].eventId, published[0]?.outbox[0]?.eventId as string);
    t.deepEqual([...(await strays.known(['sim', 'successor'], [endToEndId as EndToEndId]))], [endToEndId]);
  }
});

test('the same id in the other environment is other money', async (t) => {
  const strays = strayStore(model, { publish: () => undefined });
  t.true(await strays.add(stray('both', sim)));
  t.true(await strays.add(stray('both', { bankProfileId: 'live', livemode: true })));
});

/** The words of an event, whether they come from here or from the database. */
const bytesOf = ({ value }: OutboxBatch['outbox'][number]): string =>
  (Buffer.isBuffer(value) ? value : Buffer.from(value.buffer)).toString('hex');

test('a stray that nobody has taken up is told again by one of many at once, as the same event, and by nobody once it is taken up', async (t) => {
  const published: OutboxBatch[] = [];
  const relay = { publish: (batch: OutboxBatch) => void published.push(batch) };
  const [strays, untaken] = [strayStore(model, relay), untakenStrayStore(model, relay)];
  const ordered = stray('again', sim);
  await strays.add(ordered);
  const pulled = () => model.collection.updateMany({ endToEndId: ordered.endToEndId }, { $set: { outbox: [] } });
  await pulled();
  const due = await until('it is due', async () =>
    (await untaken.due(0, 10)).find(({ endToEndId }) => endToEndId === 'again'),
  );
  await Promise.all([1, 2, 3, 4].map(() => untaken.tellAgain(due)));
  t.is(published.length, 2);
  const [first, again] = published.map(({ outbox }) => (outbox[0] === undefined ? '' : bytesOf(outbox[0])));
  t.is(again, first);
  await pulled();
  const later = await until('again', async () =>
    (await untaken.due(0, 10)).find(({ endToEndId }) => endToEndId === 'again'),
  );
  t.true(await strays.takenUp(false, ordered.returnId, null));
  await untaken.tellAgain(later);
  t.is(published.length, 2);
  t.false((await untaken.due(0, 10)).some(({ endToEndId }) => endToEndId === 'again'));
});

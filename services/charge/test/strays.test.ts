import { cents, type EndToEndId, newId } from '@gx/core';
import type { OutboxBatch } from '@gx/runtime/mongo';
import { testDatabase, until } from '@gx/testkit';
import test from 'ava';
import { strayModel, strayStore } from '../src/store/strays.ts';
import { untakenStrayStore } from '../src/store/untaken-strays.ts';

const database = await testDatabase('strays');
const model = await strayModel(database.connection);
test.after.always('the database goes', database.drop);

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

test('an old stray is ordered by one of many at once', async (t) => {
  const published: OutboxBatch[] = [];
  const strays = strayStore(model, { publish: (batch) => void published.push(batch) });
  const { livemode: _, returnId: __, returnedAt: ___, ...old } = stray('old', sim);
  await model.collection.insertOne({ ...old, reason: 'UNKNOWN_CHARGE' } as never);
  const [found] = await strays.unordered(null, 10);
  if (found === undefined) throw new Error('not found');
  const order = () => ({ livemode: false, returnId: newId('refund'), returnedAt: null, now: new Date() });
  await Promise.all([1, 2, 3, 4].map(() => strays.order(found, order())));
  t.is(published.length, 1);
  t.is((await strayed('old'))[0]?.['outbox'].length, 1);
  t.deepEqual(await strays.unordered(null, 10), []);
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

import { testDatabase, until } from '@gx/testkit';
import test from 'ava';
import { callbackStore } from '../src/store/callbacks.ts';
import { makeIndexes } from '../src/store/make-indexes.ts';
import { elementOf, NAMED, notified, paidBy } from './locked.ts';
import { CALL, created, event, PATIENT, profileOf, startRig } from './rig.ts';

const DAY_SECONDS = 86_400;
const rig = await startRig({ ALLOW_SIMULATED_LIVE: 'on' });
test.after.always('everything stops', rig.stop);

test('what a bank wrote ends 30 days after it was handled in test mode, all else after 90', async (t) => {
  const database = await testDatabase('kept');
  t.teardown(database.drop);
  await makeIndexes(database.connection);
  const indexes = await database.connection.collection('provider_callbacks').indexes();
  const ends = indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
  t.deepEqual(
    ends.map(({ key, expireAfterSeconds, partialFilterExpression: of }) => ({ key, expireAfterSeconds, of })),
    [
      { key: { handledAt: 1 }, expireAfterSeconds: 90 * DAY_SECONDS, of: undefined },
      { key: { handledAt: 1 }, expireAfterSeconds: 30 * DAY_SECONDS, of: { livemode: false } },
    ],
  );
});

test('a callback is of the mode of its bank profile, whether it can be read or not; only what cannot is kept as the bank wrote it', async (t) => {
  const live = { ...profileOf('live', rig.bank, rig.toBank.url), livemode: true };
  const charge = await created(rig);
  const endToEndId = await paidBy(rig, charge, { taxId: NAMED });
  const kept = () =>
    rig.database.connection
      .collection('provider_callbacks')
      .find({ state: 'handled', $or: [{ endToEndId }, { outcome: 'unreadable' }] })
      .toArray();
  await event(rig, charge.id, 'charge.payment_accepted');
  await notified(rig, { endToEndId: 'nonsense' });
  const ofTest = await until('both are handled', async () => (await kept()).length >= 2 && kept(), PATIENT);
  t.deepEqual(new Set(ofTest.map(({ livemode }) => livemode)), new Set([false]));
  for (const { outcome, encrypted } of ofTest)
    t.is(encrypted !== null, outcome === 'unreadable', 'nothing that a bank wrote outlives its use');

  // The bank speaks of the same money to the live profile.
  await rig.rpc.setBankProfile(CALL, live);
  await notified(rig, elementOf(endToEndId, 'x'.repeat(26), {}));
  const both = await until(
    'it is handled',
    async () => (await kept()).some(({ bankProfileId }) => bankProfileId === 'live') && kept(),
    PATIENT,
  );
  for (const { bankProfileId, livemode } of both) t.is(livemode, bankProfileId === 'live');
});

test('what an acquirer wrote and could not be read is not read again as its bank’s', async (t) => {
  const database = await testDatabase('acquirer');
  t.teardown(database.drop);
  const callbacks = await callbackStore(database.connection, 1_000);
  const unreadable = (elementKey: string) => ({
    ...{ bankProfileId: 'p', elementKey, endToEndId: null, txid: null, pixOutId: null, devolved: false },
    ...{ problems: ['no form'], encrypted: null, traceparent: null, livemode: false, receivedAt: new Date() },
  });
  await callbacks.add([unreadable('of the bank'), { ...unreadable('of the acquirer'), isOfAcquirer: true }]);
  const again = await callbacks.unreadable('p', null, 10);
  t.deepEqual(
    again.map(({ elementKey }) => elementKey),
    ['of the bank'],
  );
});

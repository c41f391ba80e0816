import type { EndToEndId } from '@gx/core';
import { testDatabase, until } from '@gx/testkit';
import test from 'ava';
import { callbackStore, type NewCallback } from '../src/store/callbacks.ts';

const database = await testDatabase('rescheduleNow');
const callbacks = await callbackStore(database.connection, 60_000);
const collection = database.connection.collection('provider_callbacks');
test.after.always('the database goes', database.drop);

const pixOf = (n: number): EndToEndId => `E${String(n).padStart(31, '0')}` as EndToEndId;
const callbackOf = (bankProfileId: string, n: number): NewCallback => ({
  bankProfileId,
  elementKey: `${n}`,
  endToEndId: pixOf(n),
  txid: null,
  pixOutId: null,
  devolved: false,
  problems: null,
  encrypted: null,
  traceparent: null,
  receivedAt: new Date(),
});

/** Takes every callback of a bank that is due, and puts it off. */
async function postpone(bankProfileId: string): Promise<void> {
  const take = async () => callbacks.claim(bankProfileId, 'me', await callbacks.now());
  for (let taken = await take(); taken !== undefined; taken = await take())
    await callbacks.reschedule(taken, 3_600_000);
}

test.serial('to reschedule what waits for one bank reads nothing of what waits for another', async (t) => {
  await callbacks.add(Array.from({ length: 500 }, (_, n) => callbackOf('silent', n)));
  await collection.updateMany({}, { $set: { attempts: 3, dueAt: new Date(Date.now() + 3_600_000) } });
  await callbacks.add([callbackOf('good', 1), callbackOf('good', 2)]);
  await postpone('good');
  const { db } = database.connection;
  await db?.command({ profile: 2 });
  t.is(await callbacks.rescheduleNow('good', { endToEndId: { $in: [pixOf(1)] } }), 1);
  t.is(await callbacks.rescheduleNow('good', { orderReference: { $in: ['none'] } }), 0);
  const looks = await until('both are in the profile', async () => {
    const seen = await db
      ?.collection('system.profile')
      .find({ op: 'update', ns: /provider_callbacks/ })
      .toArray();
    return seen !== undefined && seen.length >= 2 && seen;
  });
  await db?.command({ profile: 0 });
  t.deepEqual(looks.map(({ docsExamined }) => docsExamined).toSorted(), [0, 1]);
  for (const { keysExamined, planSummary } of looks)
    t.true(keysExamined <= 3, `${keysExamined} keys by ${planSummary}`);
});

test.serial('what is rescheduled is due at once, and has used up none of its attempts', async (t) => {
  const taken = await callbacks.claim('good', 'somebody', await callbacks.now());
  t.like(taken, { bankProfileId: 'good', endToEndId: pixOf(1), attempts: 1 });
});

test.serial(
  'what is due is queried bank by bank, and a long line of one is no cost to who looks for the others',
  async (t) => {
    await collection.updateMany({ bankProfileId: 'silent' }, { $set: { dueAt: new Date(0) } });
    await callbacks.add([callbackOf('good', 3)]);
    const { db } = database.connection;
    await db?.command({ profile: 2 });
    t.deepEqual(await callbacks.dueBanks(), ['good', 'silent']);
    t.like(await callbacks.claim('good', 'me', await callbacks.now()), { bankProfileId: 'good' });
    t.is(await callbacks.claim('good', 'me', await callbacks.now()), undefined);
    const looks = await until('all are in the profile', async () => {
      const seen = await db
        ?.collection('system.profile')
        .find({
          ns: /provider_callbacks/,
          $or: [{ 'command.distinct': { $exists: true } }, { 'command.findAndModify': { $exists: true } }],
        })
        .sort({ ts: -1 })
        .toArray();
      return seen !== undefined && seen.length >= 3 && seen;
    });
    await db?.command({ profile: 0 });
    for (const { keysExamined, docsExamined, planSummary } of looks)
      t.true(
        keysExamined <= 5 && docsExamined <= 1,
        `${keysExamined} keys, ${docsExamined} documents by ${planSummary}`,
      );
  },
);

test.serial(
  'callbacks are stored with their lease taken, only the new ones are the caller’s and nobody else claims them',
  async (t) => {
    let claims = 0;
    const newClaim = () => `mine-${++claims}`;
    const unreadable = { ...callbackOf('claimed', 3), problems: ['no amount'] };
    t.is(await callbacks.add([callbackOf('claimed', 1)]), 1);
    const { stored, claimed } = await callbacks.addClaimed(
      [callbackOf('claimed', 1), callbackOf('claimed', 2), unreadable],
      newClaim,
    );
    t.deepEqual([stored, claimed.map(({ elementKey, attempts }) => [elementKey, attempts])], [2, [['2', 1]]]);
    const take = async () => callbacks.claim('claimed', 'another', await callbacks.now());
    t.deepEqual([(await take())?.elementKey, await take()], ['1', undefined]);
    const [mine] = claimed;
    if (mine !== undefined) await callbacks.handled({ callback: mine, outcome: 'decided' });
    const handled = await collection.findOne({ bankProfileId: 'claimed', elementKey: '2' });
    t.like(handled, { state: 'handled', outcome: 'decided', claim: null });
  },
);

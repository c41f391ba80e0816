import { testDatabase, until } from '@gx/testkit';
import test from 'ava';
import mongoose from 'mongoose';
import { documentOf } from '../src/store/charge-document.ts';
import { chargeModel } from '../src/store/charge-model.ts';
import { creationStore } from '../src/store/creations.ts';
import { pendingCharge } from './pending-charge.ts';
import { STORED_IN_CLEAR } from './stored-in-clear.ts';

const database = await testDatabase('leases');
const { connection } = database;
const model = await chargeModel(connection);
const creations = creationStore({ connection, model, stored: STORED_IN_CLEAR }, { leaseMs: 50, giveUpMs: 900_000 });
test.after.always('the database goes', database.drop);

async function inserted() {
  const charge = pendingCharge({ createdAt: new Date() }, 'first owner');
  await model.collection.insertOne(
    documentOf(charge, new mongoose.mongo.Timestamp({ t: 0, i: 0 }), await creations.firstLeaseEnd()) as never,
  );
  return charge;
}

test.serial(
  'what was provably not sent waits for its client; once tried again and left by a dead owner, a job takes it up',
  async (t) => {
    const charge = await inserted();
    const isDue = async () => (await creations.due('bank', 10)).some((due) => due.charge.id === charge.id);
    t.true(await creations.reschedule(charge, null));
    t.false(await isDue());
    const again = await until('it can be taken', () => creations.claim(charge, 'second owner'));
    t.is(again.creation.attempts, 1);
    await until('the lease of its dead owner is over and it is due', isDue, { timeoutMs: 2_000 });
    t.pass();
  },
);

test.serial('a bank with many creations that wait is no cost to who looks for those of another', async (t) => {
  const at = (bankProfileId: string, due: Date) => {
    const charge = pendingCharge({ bankProfileId });
    const clock = new mongoose.mongo.Timestamp({ t: 1, i: 1 });
    return { ...documentOf(charge, clock, due), lease: null };
  };
  const later = new Date(Date.now() + 3_600_000);
  const documents = [
    ...Array.from({ length: 300 }, () => at('silent', new Date(1))),
    ...Array.from({ length: 300 }, () => at('later', later)),
    at('good', new Date(1)),
  ];
  await model.collection.insertMany(documents as never[]);
  await creations.due('good', 50);
  await connection.db?.command({ profile: 2 });
  const due = await Promise.all(['good', 'later', 'none'].map((bank) => creations.due(bank, 50)));
  await connection.db?.command({ profile: 0 });
  t.deepEqual(
    due.map(({ length }) => length),
    [1, 0, 0],
  );
  const looks = await connection
    .collection('system.profile')
    .find({ ns: /\.charges$/, op: { $in: ['query', 'command'] } })
    .toArray();
  t.is(looks.length, 3);
  for (const { keysExamined, docsExamined, planSummary } of looks)
    t.true(keysExamined <= 3 && docsExamined <= 1, `${keysExamined} keys, ${docsExamined} documents by ${planSummary}`);
});

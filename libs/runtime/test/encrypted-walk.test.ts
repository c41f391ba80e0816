import { Refusal } from '@gx/core';
import { type Cipher, newCipher } from '@gx/runtime';
import { type EncryptedCollection, encryptedWalk } from '@gx/runtime/mongo';
import { type TestDatabase, testDatabase } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

type Connection = TestDatabase['connection'];
type Document = { _id: string; [field: string]: unknown };

const [OLD, NEW, LOST] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
const old = newCipher(OLD);
const both = newCipher(NEW, OLD);
const COLLECTIONS: readonly EncryptedCollection[] = [
  { collection: 'people', fields: ['name', 'body'] },
  { collection: 'notes', fields: ['encrypted'] },
];

async function filled(t: ExecutionContext, people: readonly Document[], notes = 0): Promise<Connection> {
  const { connection, drop } = await testDatabase('encrypted');
  t.teardown(drop);
  await connection.collection<Document>('people').insertMany([...people]);
  // Their ids are ObjectIds, as those of what has no id of its own.
  const texts = Array.from({ length: notes }, (_, index) => ({
    encrypted: old.encrypt(`note ${index}`),
    at: new Date(0),
  }));
  if (notes > 0) await connection.collection('notes').insertMany(texts);
  return connection;
}

/** Every step to the end: the sum of what they say. */
async function walkAll(connection: Connection, cipher: Cipher, dryRun: boolean) {
  const walk = encryptedWalk({ connection, cipher, collections: COLLECTIONS });
  const sum = { steps: 0, reencrypted: 0, unreadable: 0, counts: {} as Record<string, number> };
  let after: string | undefined;
  do {
    const step = await walk({ dryRun, ...(after === undefined ? {} : { after }) });
    sum.steps += 1;
    sum.reencrypted += step.reencrypted;
    sum.unreadable += step.unreadable;
    for (const { collection, keyId, values } of step.counts) {
      const key = `${collection} ${keyId === old.encryptionKeyId ? 'old' : keyId === both.encryptionKeyId ? 'new' : 'lost'}`;
      sum.counts[key] = (sum.counts[key] ?? 0) + values;
    }
    after = step.next;
  } while (after !== undefined);
  return sum;
}

const read = (connection: Connection, collection: string): Promise<Document[]> =>
  connection.collection<Document>(collection).find().sort({ _id: 1 }).toArray() as Promise<Document[]>;

test('everything under another key is encrypted again in steps, a second walk finds nothing to do, and nothing else changes', async (t) => {
  const people = [
    { _id: 'a', name: old.encrypt('Ana'), body: null, version: 3 },
    { _id: 'b', name: both.encrypt('Bia'), body: old.encrypt('to Bia'), version: 1 },
    { _id: 'c', version: 7 },
  ];
  const connection = await filled(t, people, 4_100);
  const counts = { 'people old': 2, 'people new': 1, 'notes old': 4_100 };
  t.like(await walkAll(connection, both, true), { steps: 4, reencrypted: 0, counts });
  t.deepEqual(await read(connection, 'people'), people, 'counting changes nothing');

  t.like(await walkAll(connection, both, false), { reencrypted: 4_102, unreadable: 0 });
  t.deepEqual((await walkAll(connection, both, true)).counts, { 'people new': 3, 'notes new': 4_100 });
  const once = await read(connection, 'people');
  t.like(await walkAll(connection, both, false), { reencrypted: 0, unreadable: 0 });
  t.deepEqual(await read(connection, 'people'), once);

  const alone = newCipher(NEW);
  const opened = once.map((document) => ({
    ...document,
    ...('name' in document ? { name: alone.decrypt(document['name'] as never) } : {}),
    ...(document['body'] == null ? {} : { body: alone.decrypt(document['body'] as never) }),
  }));
  t.deepEqual(opened, [
    { _id: 'a', name: 'Ana', body: null, version: 3 },
    { _id: 'b', name: 'Bia', body: 'to Bia', version: 1 },
    { _id: 'c', version: 7 },
  ]);
  const notes = await read(connection, 'notes');
  t.deepEqual(new Set(notes.map(({ encrypted }) => alone.decrypt(encrypted as never))).size, 4_100);
});

test('a walk that broke off is begun anew, and does only what is left', async (t) => {
  const connection = await filled(t, [{ _id: 'a', name: old.encrypt('Ana') }], 4_100);
  const walk = encryptedWalk({ connection, cipher: both, collections: COLLECTIONS });
  const { next } = await walk({ dryRun: false });
  t.like(await walk({ dryRun: false, after: next ?? '' }), { reencrypted: 2_000 });
  t.like(await walkAll(connection, both, false), { steps: 4, reencrypted: 2_100, unreadable: 0 });
});

test('what somebody wrote between the read and the write of a walk stands', async (t) => {
  const connection = await filled(t, [
    { _id: 'changed', name: old.encrypt('before') },
    { _id: 'gone', name: old.encrypt('deleted meanwhile') },
    { _id: 'emptied', name: old.encrypt('unset meanwhile') },
    { _id: 'left', name: old.encrypt('left alone') },
  ]);
  const people = connection.collection<Document>('people');
  const fresh = old.encrypt('after');
  const meanwhile = async (): Promise<void> => {
    await people.updateOne({ _id: 'changed' }, { $set: { name: fresh } });
    await people.deleteOne({ _id: 'gone' });
    await people.updateOne({ _id: 'emptied' }, { $unset: { name: 1 } });
  };
  t.like(await walkAll(interrupted(connection, meanwhile), both, false), { reencrypted: 1, unreadable: 0 });
  const found = await read(connection, 'people');
  t.deepEqual(
    found.map(({ _id, name }) => [_id, name === undefined ? null : both.decrypt(name as never)]),
    [
      ['changed', 'after'],
      ['emptied', null],
      ['left', 'left alone'],
    ],
  );
  t.deepEqual(found[0]?.['name'], fresh, 'it is taken up by the next walk');
  t.like(await walkAll(connection, both, false), { reencrypted: 1 });
});

test('two walks at once encrypt everything again, each secret once', async (t) => {
  const people = Array.from({ length: 900 }, (_, index) => ({ _id: `p${index}`, name: old.encrypt(`${index}`) }));
  const connection = await filled(t, people);
  const sums = await Promise.all([walkAll(connection, both, false), walkAll(connection, both, false)]);
  t.is(sums[0].reencrypted + sums[1].reencrypted, 900);
  t.deepEqual((await walkAll(connection, both, true)).counts, { 'people new': 900 });
  const found = await read(connection, 'people');
  t.deepEqual(new Set(found.map(({ name }) => newCipher(NEW).decrypt(name as never))).size, 900);
});

test('what no key opens, or was changed, is counted and left as it is', async (t) => {
  const lost = newCipher(LOST).encrypt('lost');
  const changed = { keyId: old.encryptionKeyId, ciphertext: lost.ciphertext };
  const connection = await filled(t, [
    { _id: 'changed', name: changed },
    { _id: 'fine', name: old.encrypt('fine') },
    { _id: 'lost', name: lost },
  ]);
  t.like(await walkAll(connection, both, false), { reencrypted: 1, unreadable: 2 });
  t.like(await read(connection, 'people'), { 0: { name: changed }, 2: { name: lost } });
  t.deepEqual((await walkAll(connection, both, true)).counts, { 'people old': 1, 'people new': 1, 'people lost': 1 });
});

test('a place that there is not is refused', async (t) => {
  const connection = await filled(t, [{ _id: 'a', name: old.encrypt('Ana') }]);
  const walk = encryptedWalk({ connection, cipher: both, collections: COLLECTIONS });
  for (const after of ['', 'x', '{}', 'null', '{"collection":"passwords"}']) {
    const refusal = await t.throwsAsync(walk({ dryRun: true, after }), { instanceOf: Refusal }, after);
    t.is(refusal?.code, 'invalid_cursor');
  }
});

/** The connection, on which somebody else writes just before the walk does. */
const interrupted = (connection: Connection, meanwhile: () => Promise<void>): Connection => {
  const collection = (name: string) => {
    const real = connection.collection(name);
    return {
      find: real.find.bind(real),
      bulkWrite: async (...args: Parameters<typeof real.bulkWrite>) => {
        await meanwhile();
        return real.bulkWrite(...args);
      },
    };
  };
  return { collection } as unknown as Connection;
};

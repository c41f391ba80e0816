import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DATABASES, type DatabaseOwner } from '@gx/contracts';
import { indexesOf } from '@gx/runtime/mongo';
import { servers, uniqueName } from '@gx/testkit';
import test from 'ava';
import mongoose from 'mongoose';
import { ROOT } from '../architecture/source-files.ts';
import { startStack } from './stack.ts';

/** What no time ends, in test mode either (ADR 129): with them stay their idempotency keys. */
const STAYS: readonly (readonly [DatabaseOwner, string])[] = [
  ['charge', 'charges'],
  ['refund', 'refunds'],
  ['payout', 'payouts'],
  ['ledger', 'journal_entries'],
];
const OWNERS = Object.keys(DATABASES) as DatabaseOwner[];

test('what a start of each service would make, its prepare has made; and a start makes what is missing', async (t) => {
  t.timeout(240_000);
  const { mongoUrl } = servers();
  const namespace = `${uniqueName('prepare')}_`;
  const client = await mongoose.createConnection(mongoUrl).asPromise();
  t.teardown(() => client.close());
  const databaseOf = (owner: DatabaseOwner) => client.useDb(`${namespace}${DATABASES[owner]}`);
  const indexes = async () =>
    Object.fromEntries(
      await Promise.all(OWNERS.map(async (owner) => [owner, [...(await indexesOf(databaseOf(owner)))].sort()])),
    ) as Record<DatabaseOwner, string[]>;
  for (const owner of OWNERS) {
    const env = { MONGO_URL: mongoUrl, MONGO_DB: `${namespace}${DATABASES[owner]}` };
    const [code] = await once(
      spawn(process.execPath, [join(ROOT, 'services', owner, 'src/prepare.ts')], { env }),
      'close',
    );
    t.is(code, 0, owner);
  }
  const prepared = await indexes();
  t.deepEqual(
    OWNERS.filter((owner) => prepared[owner].length < 3),
    [],
    'each owner has indexes',
  );

  for (const [owner, collection] of STAYS) {
    const made = await databaseOf(owner).collection(collection).indexes();
    t.true(made.length > 2, collection);
    t.deepEqual(
      made.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined),
      [],
      collection,
    );
  }

  const stack = await startStack({ namespace });
  t.teardown(() => stack.stop());
  t.deepEqual(await indexes(), prepared, 'a start finds nothing to do');

  const lost = {
    charge: ['charges', 'page'],
    ledger: ['journal_entries', 'wallet_seq'],
    refund: ['refunds', 'return'],
  };
  for (const [owner, [collection = '', index = '']] of Object.entries(lost)) {
    await databaseOf(owner as DatabaseOwner)
      .collection(collection)
      .dropIndex(index);
    for (const handle of stack.handles[owner as DatabaseOwner]) await handle.restart();
  }
  t.deepEqual(await indexes(), prepared, 'a start alone makes them, too');
});

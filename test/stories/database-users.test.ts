import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { DATABASES, type DatabaseOwner } from '@gx/contracts';
import { withMongo } from '@gx/runtime/mongo';
import { type GuardedMongo, guardedMongo, startWebhookSink, uniqueName, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import mongoose from 'mongoose';
import { ROOT } from '../architecture/source-files.ts';
import { isDenied, lettings } from './database-acts.ts';
import { type Body, PATIENTLY } from './merchant.ts';
import { operator } from './operator.ts';
import { netOf } from './shop.ts';
import { type Stack, startStack } from './stack.ts';

const OWNERS = Object.keys(DATABASES) as DatabaseOwner[];
const AMOUNT = 1_000;

type Place = {
  readonly mongo: GuardedMongo;
  readonly namespace: string;
  /** The connection string of each service, with its own user. */
  readonly urls: Readonly<Record<DatabaseOwner, string>>;
};

const byOwner = <T>(of: (owner: DatabaseOwner) => T): Record<DatabaseOwner, T> =>
  Object.fromEntries(OWNERS.map((owner) => [owner, of(owner)])) as Record<DatabaseOwner, T>;

/** One program of a service, to its exit code. */
async function run(program: string, args: readonly string[], env: Record<string, string>): Promise<number | null> {
  const child = spawn(process.execPath, [join(ROOT, 'services', program), ...args], { env, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  return code as number | null;
}

/**
 * A MongoDB with the users that `ops databases create-users` makes, and no others; each has made its own
 * indexes.
 */
async function guardedPlace(t: ExecutionContext): Promise<Place> {
  const mongo = await guardedMongo();
  t.teardown(mongo.stop);
  const namespace = `${uniqueName('users')}_`;
  const urls = byOwner((owner) =>
    mongo.urlOf(owner, randomBytes(12).toString('hex'), `${namespace}${DATABASES[owner]}`),
  );
  const given = OWNERS.map((owner) => [`${owner.toUpperCase().replace('-', '_')}_MONGO_URL`, urls[owner]]);
  const env = { MONGO_ADMIN_URL: mongo.adminUrl, MONGO_DB_PREFIX: namespace, ...Object.fromEntries(given) };
  t.is(await run('ops/src/main.ts', ['databases', 'create-users'], env), 0);
  for (const owner of OWNERS) {
    const own = { MONGO_URL: urls[owner], MONGO_DB: `${namespace}${DATABASES[owner]}` };
    t.is(await run(`${owner}/src/prepare.ts`, [], own), 0, `the index job of ${owner}`);
  }
  return { mongo, namespace, urls };
}

test('each service has a database user of its own: enough for every act of a sale and its return, and nothing of what another service owns', async (t) => {
  t.timeout(240_000);
  const place = await guardedPlace(t);
  const { namespace, urls } = place;
  const overrides = byOwner((owner) => ({ MONGO_URL: urls[owner] }));
  const [stack, sink] = await Promise.all([startStack({ overrides, namespace }), startWebhookSink()]);
  t.teardown(() => stack.stop());
  t.teardown(() => sink.stop());
  const { merchant } = stack;
  const endpoint = { url: sink.url('/hook'), events: ['charge.paid', 'payment.refunded'] };
  t.is((await merchant.send('POST', '/v1/webhooks/endpoints', { body: endpoint })).status, 201);
  const isReceived = (type: string, { id }: Body): boolean =>
    sink.requests('/hook').some(({ body }) => body.includes(id.replace(/^\w+_/, '')) && body.includes(`"${type}"`));

  const sale = await sell(stack);
  await until('the webhook of the payment', () => isReceived('charge.paid', sale), PATIENTLY);
  await refundFully(stack, sale);
  await until('the webhook of the refund', () => isReceived('payment.refunded', sale), PATIENTLY);
  // Closing, pages, statistics and a key that changes: what a sale does not touch.
  const { body: open } = await merchant.create({ amount: AMOUNT });
  t.is((await merchant.cancel(open.id)).status, 200);
  for (const path of ['/v1/payments?limit=5', '/v1/payments/stats', '/v1/payments/metrics', '/v1/webhooks/deliveries'])
    t.is((await merchant.send('GET', path)).status, 200, path);

  await changeAuditEvents(t, place, stack);
  await buryOneWhoHoldsTheWallet(t, place, stack);
  await killTheLedger(stack);
  const verified = await operator(stack, 'ledger', 'verify');
  t.is(verified.code, 0, verified.out + verified.err);
  const refused = stack.lines.filter((line) => /not authorized|Unauthorized|requires authentication/i.test(line));
  t.deepEqual(refused, [], 'nobody used more than he may');
  t.deepEqual(await whatOthersMayDo(place), []);
});

async function sell({ merchant }: Stack): Promise<Body> {
  const { status, body } = await merchant.create({ amount: AMOUNT });
  if (status !== 201) throw new Error(`create ${status}`);
  await merchant.pay(body.id);
  return merchant.untilStatus(body.id, 'paid', PATIENTLY.timeoutMs);
}

async function refundFully({ merchant }: Stack, { id }: Body): Promise<void> {
  const refund = await merchant.refund(id, { amount: 400 });
  if (refund.status !== 201) throw new Error(`refund ${refund.status} ${JSON.stringify(refund.body)}`);
  await merchant.untilRefund(id, refund.body.id, 'REFUNDED');
}

/**
 * A replica of the ledger that died inside a transaction, as the database sees it: its session has the wallet
 * locked, and its line in the roll is old. The living one signs in as the same user, so it may end that
 * session; nobody else's user may.
 */
async function buryOneWhoHoldsTheWallet(t: ExecutionContext, { namespace, urls }: Place, stack: Stack): Promise<void> {
  const client = await new mongoose.mongo.MongoClient(urls.ledger).connect();
  t.teardown(() => client.close());
  const db = client.db(`${namespace}${DATABASES.ledger}`);
  const session = client.startSession();
  session.startTransaction();
  await db.collection('wallets').updateMany({}, { $inc: { available: 0 } }, { session });
  const id = session.id?.id;
  const kill = { killSessions: [{ id }] };
  await withMongo(urls.charge, (other) => other.db(`${namespace}${DATABASES.charge}`).command(kill));
  t.truthy(await db.collection('wallets').findOne({}, { session }), 'another user ended it not');

  const roll = db.collection<{ _id: string; sessions: unknown[]; seenAt: Date }>('replicas');
  await roll.insertOne({ _id: 'dead', sessions: [id], seenAt: new Date(Date.now() - 10_000) });
  const before = Number((await stack.merchant.balance())['available']);
  await sell(stack);
  t.is(Number((await stack.merchant.balance())['available']), before + netOf(AMOUNT));
  // It is told once it is done: the sale may be through by then.
  await until('the burial is logged', () => stack.lines.some((line) => line.includes(BURIED)), PATIENTLY);
  await t.throwsAsync(session.commitTransaction(), { message: /aborted|does not match any in-progress/ });
}

type AuditDocument = { _id: string; seq: number; at: number; hash: string };

/**
 * Keys adds to its audit log; nobody with its password can change an event, take one away nor move
 * all.
 */
async function changeAuditEvents(t: ExecutionContext, { mongo, namespace, urls }: Place, stack: Stack): Promise<void> {
  await withMongo(urls.keys, async (client) => {
    const db = client.db(`${namespace}${DATABASES.keys}`);
    const chain = db.collection<AuditDocument>('audit_chain');
    await until('the acts of the account are chained', async () => (await chain.countDocuments()) > 0, PATIENTLY);
    const [last] = await chain.find().sort({ seq: -1 }).limit(1).toArray();
    if (last === undefined) throw new Error('no audit event');
    const these = { _id: last._id };
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      update: () => chain.updateOne(these, { $set: { at: 0 } }),
      upsert: () => chain.updateOne({ _id: 'other' }, { $set: { at: 0 } }, { upsert: true }),
      replace: () => chain.replaceOne(these, { seq: last.seq, at: 0, hash: '' }),
      delete: () => chain.deleteOne(these),
      'delete all': () => chain.deleteMany({}),
      'write over': () =>
        db
          .collection('users')
          .aggregate([{ $out: 'audit_chain' }])
          .toArray(),
      drop: () => chain.drop(),
      rename: () => chain.rename('gone'),
      'drop an index': () => chain.dropIndex('seq_1'),
      validate: () => db.command({ collMod: 'audit_chain', validator: { never: true } }),
      cap: () => db.command({ convertToCapped: 'audit_chain', size: 4_096 }),
      'drop all': () => db.dropDatabase(),
      'grant itself more': () => db.command({ grantRolesToUser: 'keys', roles: ['dbOwner'] }),
    };
    for (const [way, go] of Object.entries(ways)) t.true(await isDenied(go()), `keys may not ${way}`);
    await chain.createIndex({ at: 1 }, { expireAfterSeconds: 0 });
    await until('the database has looked for what has ended, twice', await ttlPasses(mongo, 2), PATIENTLY);
    t.deepEqual((await chain.findOne(these))?.hash, last.hash);
    const head = `${last.seq}:${last.hash}`;
    t.like(await operator(stack, 'audit', 'verify', '--head', head), { code: 0 });
    await chain.insertOne({ _id: 'forged', seq: last.seq + 1, at: 0, hash: '' });
    t.like(await operator(stack, 'audit', 'verify', '--head', head), { code: 1 }, 'what it may do is seen');
  });
}

/**
 * Whether the database has gone round so often from now on, looking for documents whose time to live is over.
 */
async function ttlPasses({ admin }: GuardedMongo, more: number): Promise<() => Promise<boolean>> {
  await admin.db('admin').command({ setParameter: 1, ttlMonitorSleepSecs: 1 });
  const passes = async (): Promise<number> =>
    Number((await admin.db('admin').command({ serverStatus: 1 }))['metrics'].ttl.passes);
  const before = await passes();
  return async () => (await passes()) >= before + more;
}

const BURIED = 'ended the transactions of replicas that are gone';

/** The replica after one that was killed clears away what it left. */
async function killTheLedger(stack: Stack): Promise<void> {
  const burials = (): number => stack.lines.filter((line) => line.includes(BURIED)).length;
  const before = burials();
  for (const handle of stack.handles.ledger) {
    await handle.kill();
    await handle.start();
  }
  await until('its transactions are aborted', () => burials() > before, PATIENTLY);
  await sell(stack);
}

/** What some service's user was let do outside of its own database. */
async function whatOthersMayDo({ namespace, urls }: Place): Promise<string[]> {
  const name = (owner: DatabaseOwner): string => `${namespace}${DATABASES[owner]}`;
  const queries = OWNERS.map((owner) =>
    withMongo(urls[owner], async (client) => {
      const elsewhere = [...OWNERS.filter((other) => other !== owner).map(name), 'admin', 'local'];
      const found = (await lettings(client, elsewhere)).map((act) => `${owner} may ${act}`);
      const { databases } = await client.db().admin().listDatabases();
      const seen = databases.map((one) => one.name).filter((one) => one !== name(owner));
      return [...found, ...seen.map((one) => `${owner} sees ${one}`)];
    }),
  );
  return (await Promise.all(queries)).flat();
}

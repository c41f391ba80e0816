import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { keepRegistry } from '@gx/runtime/mongo';
import { until } from '@gx/testkit';
import test from 'ava';
import { postEntries } from '../src/commands/post-entries.ts';
import { walletWriter } from '../src/commands/wallet-writer.ts';
import { journalStore } from '../src/store/journal.ts';
import { ledgerStores, newTenant, payment, walletOf, wanted } from './rig.ts';

test('a replica killed inside a transaction: its wallet is free as soon as another one sees it', async (t) => {
  const { models, registry, post, verify, host, database } = await ledgerStores(t);
  const tenant = newTenant();
  await post([wanted(payment(tenant))]);
  const details = payment(tenant);
  const script = resolve(import.meta.dirname, 'die-inside-transaction.ts');
  const victim = spawn(process.execPath, [script, database.url, database.db, JSON.stringify(details)], {
    stdio: 'ignore',
  });
  const [, signal] = await once(victim, 'exit');
  t.is(signal, 'SIGKILL');
  const posted = post([wanted(details), wanted(payment(tenant))]);
  await until('the dead one is noticed', async () => {
    await keepRegistry({ registry, log: host.log })();
    return host.lines.some((line) => line.includes('replicas that are gone'));
  });
  const outcomes = await posted;
  t.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['posted', 'posted'],
  );
  t.like(await models.wallets.findOne(walletOf(tenant)).lean(), { available: 3 * 980, seq: 3 });
  t.like(await verify(), { entries: 3, problemCount: 0 });
});

test('a dead replica that had written nothing has nothing to end: other sessions of the database go on', async (t) => {
  const { models, registry } = await ledgerStores(t);
  const dead = { _id: 'died at its start', sessions: [], seenAt: new Date(0) };
  await models.connection.withSession(async (session) => {
    session.startTransaction();
    await models.connection.collection('others').insertOne({ work: 'under way' }, { session });
    await models.connection.collection<typeof dead>('replicas').insertOne(dead);
    t.is(await registry.abortOrphans(), 1);
    await t.notThrowsAsync(session.commitTransaction());
  });
  t.is(await models.connection.collection('others').countDocuments(), 1);
});

test('a session that lost its server inside a transaction is ended: its wallet is free at once', async (t) => {
  const { models, registry, post, verify } = await ledgerStores(t);
  const tenant = newTenant();
  const wallet = walletOf(tenant);
  await post([wanted(payment(tenant))]);
  await models.connection.withSession(async (session) => {
    await registry.register(session);
    session.startTransaction();
    await models.wallets.updateOne(wallet, { $inc: { seq: 1 } }, { session });
    await registry.abandon(session);
    t.like((await post([wanted(payment(tenant))]))[0], { kind: 'posted' });
    await t.throwsAsync(session.commitTransaction());
  });
  t.like(await models.wallets.findOne(wallet).lean(), { available: 2 * 980, seq: 2 });
  t.like(await verify(), { entries: 2, problemCount: 0 });
});

const unseenForSeconds = { $set: { seenAt: { $subtract: ['$$NOW', 5_000] } } };

test('what a dead replica sent last and the database received late is ended as well: its wallet is free', async (t) => {
  const one = await ledgerStores(t);
  const dead = await one.another();
  const tenant = newTenant();
  const wallet = walletOf(tenant);
  await one.post([wanted(payment(tenant))]);
  await dead.models.connection.withSession(async (session) => {
    await dead.registry.register(session);
    await one.models.connection.collection('replicas').updateMany({}, [unseenForSeconds]);
    t.true((await one.registry.abortOrphans()) > 0);
    session.startTransaction();
    await dead.models.wallets.updateOne(wallet, { $inc: { seq: 1 } }, { session });
    await one.registry.abortOrphans();
    await t.throwsAsync(session.commitTransaction());
  });
  t.like((await one.post([wanted(payment(tenant))]))[0], { kind: 'posted' });
  t.like(await one.models.wallets.findOne(wallet).lean(), { available: 2 * 980, seq: 2 });
});

test('a replica that was silent until it was forgotten makes its sessions known again before it writes', async (t) => {
  const { models, registry, another } = await ledgerStores(t);
  const silent = await another();
  const replicas = models.connection.collection('replicas');
  await silent.models.connection.withSession(async (session) => {
    await silent.registry.register(session);
    const [row] = await replicas.find().toArray();
    await replicas.updateMany({}, { $set: { seenAt: new Date(0) } });
    t.is(await registry.abortOrphans(), 1);
    t.is(await replicas.countDocuments(), 0, 'long gone');
    await until('it is known again', async () => {
      await silent.registry.register(session);
      return (await replicas.countDocuments()) === 1;
    });
    t.like(await replicas.findOne(), { _id: row?._id, sessions: row?.['sessions'] });
  });
});

test('a session that could not be made known is not taken for known', async (t) => {
  const { models, registry } = await ledgerStores(t);
  const { db } = models.connection;
  await db?.createCollection('replicas', { validator: { sessions: { $size: 0 } } });
  await models.connection.withSession(async (session) => {
    await t.throwsAsync(registry.register(session), { message: /failed validation/ });
    await db?.command({ collMod: 'replicas', validator: {} });
    await registry.register(session);
    const row = await models.connection.collection('replicas').findOne();
    t.is(row?.['sessions'][0].toString('hex'), session.id?.id.toString('hex'));
  });
});

test('a living replica that was taken for dead folds again and loses nothing', async (t) => {
  const one = await ledgerStores(t);
  const other = await one.another();
  const tenant = newTenant();
  const wallet = walletOf(tenant);
  await one.post([wanted(payment(tenant))]);
  let aborted = 0;
  for (let nth = 0; nth < 40; nth += 1) {
    const posted = one.post([wanted(payment(tenant))]);
    await one.models.connection.collection('replicas').updateMany({}, [unseenForSeconds]);
    aborted += await other.registry.abortOrphans();
    await posted;
  }
  t.true(aborted > 0, 'it was taken for dead');
  t.like(await one.models.wallets.findOne(wallet).lean(), { available: 41 * 980, seq: 41 });
  t.like(await one.verify(), { entries: 41, problemCount: 0 });
});

/** As MongoDB answers whatever runs in a session that is killed: its work, or its commit. */
const KILLED = {
  'its work': Object.assign(new Error('operation was interrupted'), { code: 11_601 }),
  'its commit': Object.assign(new Error('Transaction with { txnNumber: 40 } has been aborted.'), {
    code: 251,
    writeConcernError: { code: 11_601, errmsg: 'operation was interrupted' },
  }),
};

for (const [what, interrupted] of Object.entries(KILLED)) {
  test(`a session that is killed under a living replica during ${what} costs an attempt`, async (t) => {
    const { models, registry, verify } = await ledgerStores(t);
    let killed = 0;
    const register: typeof registry.register = async (session) => {
      killed += 1;
      if (killed < 3) throw interrupted;
      await registry.register(session);
    };
    const write = walletWriter({ journal: journalStore(models, { ...registry, register }), now: () => new Date() });
    const outcomes = await postEntries(write, [wanted(payment(newTenant())), wanted(payment(newTenant()))]);
    t.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['posted', 'posted'],
    );
    t.like(await verify(), { entries: 2, problemCount: 0 });
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { type GuardedMongo, guardedMongo, uniqueName, until } from '@gx/testkit';
import anyTest, { type ExecutionContext, type TestFn } from 'ava';

const test = anyTest as TestFn<{ mongo: GuardedMongo }>;
test.before(async (t) => {
  t.context.mongo = await guardedMongo();
});
test.after.always(async (t) => {
  await t.context.mongo?.stop();
});
type Run = ExecutionContext<{ mongo: GuardedMongo }>;

/**
 * A database of charge with a user who may do what `ops databases create-users` lets it, and nothing else in
 * the environment.
 */
async function deployment({ context: { mongo } }: Run) {
  const [name, pwd] = [uniqueName('prepare'), randomBytes(9).toString('hex')];
  const db = mongo.admin.db(name);
  await db.command({ createUser: 'charge', pwd, roles: [{ role: 'readWrite', db: name }] });
  const env = { MONGO_URL: mongo.urlOf('charge', pwd, name), MONGO_DB: name };
  const prepare = () => running(env);
  const indexes = async (): Promise<string[]> =>
    (await db.collection('charges').indexes()).map((one) => one.name ?? '');
  return { db, prepare, indexes };
}

type ProcessResult = { readonly code: number | null; readonly output: string };
type Running = { readonly child: ChildProcess; readonly ended: Promise<ProcessResult> };

function running(env: Record<string, string>): Running {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../src/prepare.ts')], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { child, ended };
}

/** What indexes are made of; nothing else of a charge matters to them. */
const sold = (number: number, idempotencyKey = `key-${number}`) => ({
  accountId: 'a',
  livemode: true,
  idempotencyKey,
  bankProfileId: 'bank',
  paymentOptions: [{ txid: `txid-${number}` }],
});

test.serial(
  'while a long build goes on others read and write; a job that is killed is begun again, twice, and each ends when the build does',
  async (t) => {
    const { admin } = t.context.mongo;
    const { db, prepare, indexes } = await deployment(t);
    const charges = db.collection('charges');
    await charges.insertMany(Array.from({ length: 200 }, (_, number) => sold(number)));
    const hold = (mode: 'alwaysOn' | 'off') =>
      admin.db('admin').command({ configureFailPoint: 'hangAfterStartingIndexBuild', mode });
    await hold('alwaysOn');
    t.teardown(() => hold('off').catch(() => 'the server is gone'));
    const building = async (): Promise<boolean> => {
      const stages = [{ $currentOp: { allUsers: true } }, { $match: { 'command.createIndexes': 'charges' } }];
      return (await admin.db('admin').aggregate(stages).toArray()).some(({ msg }) => /Index Build/.test(String(msg)));
    };

    const first = prepare();
    await until('the build has begun', async () => (await indexes()).length > 1 || (await building()));
    await charges.insertOne(sold(1_000));
    t.is((await charges.findOne({ 'paymentOptions.txid': 'txid-1000' }))?.['idempotencyKey'], 'key-1000');
    first.child.kill('SIGKILL');
    t.is((await first.ended).code, null);

    const again = [prepare(), prepare()];
    await hold('off');
    for (const { code, output } of await Promise.all(again.map(({ ended }) => ended))) {
      t.is(code, 0, output);
      t.regex(output, /every index is there/);
      t.notRegex(output, /disconnected/, 'it left by itself');
    }
    t.true((await indexes()).includes('page_amount_status'));
    const { code, output } = await prepare().ended;
    t.is(code, 0);
    t.regex(output, /"made":\[\]/, 'a further run finds nothing to do');
    t.notRegex(output, /disconnected/, 'it left by itself');
    const twin = await t.throwsAsync(charges.insertOne(sold(1_001, 'key-1000')));
    t.regex(twin?.message ?? '', /idempotency/, 'what was written meanwhile is in the index');
  },
);

test.serial(
  'data that break a rule of the new version end the job with 1, before anything serves; it says where, and not whose',
  async (t) => {
    const { db, prepare } = await deployment(t);
    await db.collection('charges').insertMany([sold(1, 'ana@example.com'), sold(2, 'ana@example.com')]);
    const { code, output } = await prepare().ended;
    t.is(code, 1);
    t.regex(output, /"collection":"charges","index":"idempotency"/);
    t.regex(output, /this version must not serve yet/);
    t.notRegex(output, /ana/);
  },
);

test.serial('the job only adds: an index that the version before still reads by is there when it ends', async (t) => {
  const { db, prepare, indexes } = await deployment(t);
  await db.collection('charges').createIndex({ accountId: 1, createdAt: -1 }, { name: 'list' });
  t.is((await prepare().ended).code, 0);
  t.true((await indexes()).includes('list'));
});

test.serial(
  'an index that is made of something else under the same name ends it with 1 and the code that says so',
  async (t) => {
    const { db, prepare, indexes } = await deployment(t);
    await db.collection('charges').createIndex({ accountId: 1 }, { name: 'page' });
    const { code, output } = await prepare().ended;
    t.is(code, 1);
    t.regex(output, /"code":8[56]\b/);
    t.deepEqual(await indexes(), ['_id_', 'page'], 'of one collection all or none');
  },
);

test.serial('without a database to be reached it ends with 1, and its log holds no password', async (t) => {
  const env = { MONGO_URL: 'mongodb://charge:correct-horse@127.0.0.1:1/?replicaSet=rs0', MONGO_DB: 'gx_charge' };
  const { code, output } = await running(env).ended;
  t.is(code, 1);
  t.notRegex(output, /correct-horse/);
  t.is((await running({}).ended).output, 'charge cannot prepare: MONGO_URL is required\n');
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DATABASES } from '@gx/contracts';
import { withMongo } from '@gx/runtime/mongo';
import { runProgram, servers, testTopics, uniqueName } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import type { Manifest } from '../src/index.ts';

const { 'bank-simulator': _, ...KEPT } = DATABASES;
const OWN = Object.values(KEPT);

/** `npm run back-up -- …` with these variables and no others. */
const backUp = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  runProgram([resolve(import.meta.dirname, '../src/main.ts'), ...args], env);

async function testFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gx-back-up-'));
  t.teardown(() => rm(folder, { recursive: true }));
  return folder;
}

test('the database’s address can stand in the file that MONGO_URL_FILE names', async (t) => {
  const [folder, TOPIC_PREFIX, MONGO_DB_PREFIX] = [await testFolder(t), await testTopics(), `${uniqueName('copied')}_`];
  const { mongoUrl, kafkaBrokers } = servers();
  const databases = OWN.map((name) => `${MONGO_DB_PREFIX}${name}`);
  t.teardown(() =>
    withMongo(mongoUrl, async (client) => {
      for (const name of databases) await client.db(name).dropDatabase();
    }),
  );
  await withMongo(mongoUrl, async (client) => {
    for (const name of databases) {
      await client
        .db(name)
        .collection('kept')
        .insertOne({ is: name }, { writeConcern: { w: 'majority' } });
    }
  });
  const MONGO_URL_FILE = join(folder, 'mongo-url');
  await writeFile(MONGO_URL_FILE, `${mongoUrl}\n`);
  const env = { MONGO_URL_FILE, KAFKA_BROKERS: kafkaBrokers.join(','), TOPIC_PREFIX, MONGO_DB_PREFIX };
  const copy = join(folder, 'copy');
  const { code, out, err } = await backUp(['take', copy], env);
  t.deepEqual([code, err], [0, '']);
  t.regex(
    out,
    /not encrypted; the SHA-256 of the manifest is [0-9a-f]{64}\ntake: 6 documents of 6 collections, 0 messages/,
  );
  const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8')) as Manifest;
  t.deepEqual(new Set(manifest.collections.map(({ database }) => database)), new Set(databases));
});

test('what is missing is named at once, with how it is used, before anything is read', async (t) => {
  const folder = await testFolder(t);
  const missing = await backUp(['take', folder], {});
  t.is(missing.code, 2);
  t.regex(missing.err, /^MONGO_URL is required; KAFKA_BROKERS is required\nusage: .+ npm run back-up -- take\|restore/);
  const gone = { MONGO_URL_FILE: join(folder, 'gone'), KAFKA_BROKERS: '127.0.0.1:1' };
  const unreadable = await backUp(['take', folder], gone);
  t.is(unreadable.code, 2);
  t.regex(unreadable.err, /^MONGO_URL cannot be read from the file that MONGO_URL_FILE names: .+gone\n/);
  const encryption = { BACK_UP_RECIPIENT: 'age1nobody', BACK_UP_KEY: 'AGE-SECRET-KEY-1NOBODY' };
  const wrong = await backUp(['take', folder], { MONGO_URL: 'mongodb://x', KAFKA_BROKERS: 'x:1', ...encryption });
  t.is(wrong.code, 2);
  t.regex(wrong.err, /^BACK_UP_RECIPIENT must be a recipient of age; BACK_UP_KEY must be a key of age\n/);
  t.false(wrong.err.includes('NOBODY'), 'a key is never quoted');
  for (const args of [[], ['take'], ['keep', folder]]) {
    const { code, err } = await backUp(args, { MONGO_URL: 'mongodb://127.0.0.1:1', KAFKA_BROKERS: '127.0.0.1:1' });
    t.is(code, 2);
    t.regex(err, /^usage: /);
  }
});

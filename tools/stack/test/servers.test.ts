import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import mongoose from 'mongoose';
import { createClient } from 'redis';
import { stackSettings } from '../src/config.ts';
import { createTopics, withAdmin } from '../src/kafka-admin.ts';
import { findNative } from '../src/native.ts';
import { startKafka } from '../src/start-kafka.ts';
import { startMongo } from '../src/start-mongo.ts';
import type { Log } from '../src/start-process.ts';
import { startRedis } from '../src/start-redis.ts';
import { startServers } from '../src/start-servers.ts';
import { temporaryFolder } from './temporary.ts';

const quiet: Log = () => undefined;
/** These tests start servers of their own, whatever the rest of the run was given. */
const settings = { ...stackSettings(), provider: 'native' };
const TOPIC = { name: 'kept', partitions: 6, retentionDays: 7 };

test('ephemeral servers answer, and stopping them leaves no process behind', async (t) => {
  const lines: string[] = [];
  const servers = await startServers({ ephemeral: true, settings, log: (_source, line) => lines.push(line) });
  t.deepEqual(lines, [`servers: ${servers.chosen}`]);
  t.regex(servers.chosen, /^native \(STACK_PROVIDER=native\): mongod .*, Kafka .*, redis-server .*/);
  const { mongo, kafka, redis } = servers.handles ?? {};
  const pids = [mongo, kafka, redis].map((handle) => handle?.pid() ?? 0);
  await withAdmin(servers.kafkaBrokers, async (admin) => t.deepEqual(await admin.listTopics(), []));
  await servers.stop();
  for (const pid of pids) t.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});

test('MongoDB is killed and comes back with its data, and again on another port', async (t) => {
  const { mongo } = await findNative(settings);
  const spec = { binaries: await mongo(), dir: temporaryFolder(t), log: quiet };
  const first = await startMongo(spec);
  t.teardown(() => first.stop());
  const write = await mongoose.createConnection(first.mongoUrl).asPromise();
  await write.collection('kept').insertOne({ word: 'money' }, { writeConcern: { w: 'majority', journal: true } });
  await write.close();
  await first.kill();
  await first.start();
  t.is(await count(first.mongoUrl), 1);
  await first.stop();
  const moved = await startMongo(spec);
  t.teardown(() => moved.stop());
  t.not(moved.mongoUrl, first.mongoUrl);
  t.is(await count(moved.mongoUrl), 1);
});

async function count(url: string): Promise<number> {
  const connection = await mongoose.createConnection(url).asPromise();
  try {
    return await connection.collection('kept').countDocuments();
  } finally {
    await connection.close();
  }
}

test('Kafka restarts on its port with its topics, has them as requested, and makes none by itself', async (t) => {
  const { kafka } = await findNative(settings);
  const dir = temporaryFolder(t);
  const server = await startKafka({ binaries: await kafka(), dir, log: quiet });
  t.teardown(() => server.stop());
  await createTopics(server.kafkaBrokers, [TOPIC]);
  await server.restart();
  await createTopics(server.kafkaBrokers, [TOPIC]);
  const topics = await withAdmin(server.kafkaBrokers, (admin) => admin.fetchTopicMetadata({ topics: ['kept'] }));
  t.is(topics.topics[0]?.partitions.length, 6);
  await withAdmin(server.kafkaBrokers, (admin) => t.throwsAsync(admin.fetchTopicOffsets('never-created')));
  await withAdmin(server.kafkaBrokers, async (admin) => t.false((await admin.listTopics()).includes('never-created')));
  t.true(existsSync(join(dir, 'data', 'meta.properties')));
});

test('Redis restarts on its port, empty', async (t) => {
  const { redis } = await findNative(settings);
  const server = await startRedis({ binaries: await redis(), dir: temporaryFolder(t), log: quiet });
  t.teardown(() => server.stop());
  const client = createClient({ url: server.redisUrl });
  client.on('error', () => undefined);
  await client.connect();
  t.teardown(() => client.destroy());
  await client.set('word', 'lease');
  await server.restart();
  t.is(await client.get('word'), null);
});

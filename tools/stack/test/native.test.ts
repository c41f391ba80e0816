import { join } from 'node:path';
import test from 'ava';
import { stackSettings } from '../src/config.ts';
import { findMongo } from '../src/find-mongo.ts';
import { findNative } from '../src/native.ts';
import { StackUnavailable } from '../src/provider.ts';
import { startServers } from '../src/start-servers.ts';
import { program, temporaryFolder } from './temporary.ts';

test('when nothing can be had, one message says what was looked for and what to install', async (t) => {
  const folder = temporaryFolder(t);
  const settings = { ...stackSettings({ PATH: join(folder, 'bin') }), cacheDir: join(folder, 'cache') };
  const error = await t.throwsAsync(findNative(settings), { instanceOf: StackUnavailable });
  for (const line of [
    /MongoDB: mongod \(MongoDB 6 to 8\) on the PATH: none/,
    /Kafka: java 17 or newer: none/,
    /Kafka: KAFKA_HOME with Kafka 4: not set/,
    /Redis: redis-server \(Redis 6\.2 to 8\) on the PATH: none/,
    /apt-get install python3 python3-pip openjdk-17-jre-headless maven/,
    /set MONGO_URL, KAFKA_BROKERS and REDIS_URL/,
  ]) {
    t.regex(error.message, line);
  }
});

test('a mongod on the PATH of a major that is not tested is passed over, and it says why', async (t) => {
  const folder = temporaryFolder(t);
  program(join(folder, 'bin'), 'mongod', 'echo db version v4.4.29');
  program(join(folder, 'bin'), 'python3', 'exit 0');
  const settings = { ...stackSettings({ PATH: join(folder, 'bin') }), cacheDir: join(folder, 'cache') };
  const source = await findMongo(settings);
  t.true(source.ok);
  t.regex(source.ok ? source.says : '', /mongod 4\.4\.29 on the PATH is passed over, MongoDB 6 to 8 are tested/);
});

test('a mongod on the PATH of a tested major is taken', async (t) => {
  const folder = temporaryFolder(t);
  program(join(folder, 'bin'), 'mongod', 'echo db version v7.0.14');
  const settings = { ...stackSettings({ PATH: join(folder, 'bin') }), cacheDir: join(folder, 'cache') };
  const source = await findMongo(settings);
  if (!source.ok) return t.fail();
  t.is(source.says, 'mongod 7.0.14 from the PATH');
  t.deepEqual(await source.get(), { mongod: join(folder, 'bin', 'mongod') });
});

test('given servers that do not answer are named, and nothing else is tried', async (t) => {
  const env = {
    PATH: '',
    MONGO_URL: 'mongodb://127.0.0.1:1/?directConnection=true',
    KAFKA_BROKERS: '127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
    STACK_ANSWER_WITHIN_MS: '50',
  };
  const error = await t.throwsAsync(startServers({ settings: stackSettings(env) }), { instanceOf: StackUnavailable });
  t.regex(error.message, /do not answer.*KAFKA_BROKERS, MONGO_URL, REDIS_URL/);
});

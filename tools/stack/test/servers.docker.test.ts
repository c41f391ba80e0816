import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import mongoose from 'mongoose';
import { createClient } from 'redis';
import { GenericContainer } from 'testcontainers';
import { stackSettings } from '../src/config.ts';
import { callEngine } from '../src/docker/call-engine.ts';
import { findDocker } from '../src/docker/find-docker.ts';
import { IMAGES } from '../src/docker/images.ts';
import { containerLabels, removeRun, removeVolumes, volumeOf } from '../src/docker/leftovers.ts';
import { type ContainerSpec, startContainer, startRedisContainer } from '../src/docker/server-container.ts';
import { freePort } from '../src/free-port.ts';
import { createTopics, withAdmin } from '../src/kafka-admin.ts';
import { pollUntil } from '../src/poll-until.ts';
import { runTool } from '../src/run-tool.ts';
import { type Log, startProcess } from '../src/start-process.ts';
import { type Servers, type ServersSpec, startServers } from '../src/start-servers.ts';
import { temporaryFolder } from './temporary.ts';

const settings = { ...stackSettings(), provider: 'docker' };
const { socket } = await findDocker(settings);
const quiet: Log = () => undefined;

/** Servers of a test, stopped also when it fails. */
async function start(t: ExecutionContext, spec: ServersSpec): Promise<Servers> {
  const servers = await startServers({ settings, ...spec });
  t.teardown(servers.stop);
  return servers;
}

const TOPIC = { name: 'kept', partitions: 6, retentionDays: 7 };

type Container = { readonly Id: string; readonly Image: string; readonly Ports: readonly { readonly IP?: string }[] };

async function containersOf(pid: number): Promise<readonly Container[]> {
  const filters = encodeURIComponent(JSON.stringify({ label: [`gx.stack.pid=${pid}`] }));
  return (await callEngine(socket, `GET /containers/json?all=1&filters=${filters}`)) as readonly Container[];
}

const gone = (pid: number): Promise<boolean> => pollUntil(async () => (await containersOf(pid)).length === 0, 20_000);

/** Does something with the words that this MongoDB holds. */
async function withWords<T>({ mongoUrl }: Servers, act: (words: mongoose.mongo.Collection) => Promise<T>): Promise<T> {
  const client = await new mongoose.mongo.MongoClient(mongoUrl).connect();
  try {
    return await act(client.db('kept').collection('words'));
  } finally {
    await client.close();
  }
}

test.serial('servers in containers answer on loopback alone, and stopping them leaves no container', async (t) => {
  const lines: string[] = [];
  const servers = await start(t, { ephemeral: true, log: (_source, line) => lines.push(line) });
  t.deepEqual(lines, [`servers: ${servers.chosen}`]);
  t.regex(servers.chosen, /^docker \(STACK_PROVIDER=docker\): engine \S+, /);
  const client = await new mongoose.mongo.MongoClient(servers.mongoUrl).connect();
  await client.withSession((session) =>
    session.withTransaction(() => client.db('tx').collection('words').insertOne({ word: 'money' }, { session })),
  );
  await client.close();
  await createTopics(servers.kafkaBrokers, [TOPIC]);
  await withAdmin(servers.kafkaBrokers, (admin) => t.throwsAsync(admin.fetchTopicOffsets('never-created')));
  const redis = await createClient({ url: servers.redisUrl }).connect();
  t.like(await redis.configGet('save'), { save: '' });
  await redis.close();
  const published = (await containersOf(process.pid)).flatMap(({ Ports }) => Ports.map(({ IP }) => IP));
  t.deepEqual(published.filter(Boolean), ['127.0.0.1', '127.0.0.1', '127.0.0.1']);
  await servers.stop();
  t.deepEqual(await containersOf(process.pid), []);
  t.deepEqual(lines.length, 1);
});

test.serial('what npm start keeps outlives its containers and a port that has moved, until a reset', async (t) => {
  const dir = temporaryFolder(t);
  t.teardown(() => removeVolumes(socket, dir, Object.keys(IMAGES)));
  const first = await start(t, { dir });
  await withWords(first, (words) => words.insertOne({ word: 'money' }));
  await createTopics(first.kafkaBrokers, [TOPIC]);
  await first.stop();
  // The ports of the first start are this process' own until it ends, so the second one has others.
  const second = await start(t, { dir });
  t.not(second.mongoUrl, first.mongoUrl);
  t.is(await withWords(second, (words) => words.countDocuments()), 1);
  t.true((await withAdmin(second.kafkaBrokers, (admin) => admin.listTopics())).includes('kept'));
  await second.stop();
  await runTool(process.execPath, [join(import.meta.dirname, '../src/reset.ts')], { GX_STACK_DIR: dir });
  await t.throwsAsync(callEngine(socket, `GET /volumes/${volumeOf(dir, 'mongo')}`), { message: /404/ });
  await t.throwsAsync(callEngine(socket, `GET /volumes/${volumeOf(dir, 'kafka')}`), { message: /404/ });
});

test.serial('a parent that is killed leaves no container', async (t) => {
  let isUp = false;
  const parent = await startProcess({
    name: 'parent',
    command: process.execPath,
    args: [join(import.meta.dirname, 'fixtures/docker-parent.ts')],
    env: settings.inherited,
    log: (_source, line) => {
      isUp ||= line === 'up';
    },
    ready: async () => isUp,
  });
  t.is((await containersOf(parent.pid)).length, 3);
  process.kill(parent.pid, 'SIGKILL');
  t.true(await gone(parent.pid));
});

test.serial('what a process left that died with its watch is removed by the next start', async (t) => {
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  await new GenericContainer(settings.images.redis)
    .withLabels({ ...containerLabels('left'), 'gx.stack.pid': String(dead) })
    .withAutoCleanup(false)
    .start();
  t.is((await containersOf(dead)).length, 1);
  const servers = await start(t, { ephemeral: true });
  t.deepEqual(await containersOf(dead), []);
  await servers.stop();
});

test.serial('an end that nobody requested is reported', async (t) => {
  const lines: string[] = [];
  const log: Log = (source, line) => lines.push(`${source}: ${line}`);
  const servers = await start(t, { ephemeral: true, log });
  const redis = (await containersOf(process.pid)).find(({ Image }) => Image === settings.images.redis);
  await callEngine(socket, `POST /containers/${redis?.Id}/kill`);
  t.true(await pollUntil(async () => lines.includes('redis: ended unexpectedly: code 137'), 5_000));
  await servers.stop();
});

for (const [how, startOne] of [
  ['whom we ask ourselves', (spec) => startContainer({ ...spec, ready: async () => false })],
  ['of a module', startRedisContainer],
] satisfies readonly (readonly [string, (spec: ContainerSpec) => Promise<void>])[])
  test.serial(`a server ${how} that ends before it is ready is reported with its last words`, async (t) => {
    t.teardown(() => removeRun(socket, 'wordless'));
    const starting = startOne({
      name: 'redis',
      image: settings.images.redis,
      command: ['redis-server', '--no-such-setting', 'x'],
      port: await freePort(),
      labels: containerLabels('wordless'),
      log: quiet,
      report: quiet,
      isStopping: () => false,
    });
    await t.throwsAsync(starting, {
      message: /^redis: ended \(code 1\) before it was ready\n(.*\n)*.*no-such-setting/,
    });
  });

test.serial('a DOCKER_HOST where nobody answers is an error, though an engine answers elsewhere', async (t) => {
  const env = { ...settings.inherited, DOCKER_HOST: 'unix:///nowhere/docker.sock' };
  const parent = runTool(process.execPath, [join(import.meta.dirname, 'fixtures/docker-parent.ts')], env);
  await t.throwsAsync(parent, {
    message: /unix:\/\/\/nowhere\/docker\.sock does not answer, and another engine is not/,
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { SERVICES } from '@gx/contracts';
import { Refusal } from '@gx/core';
import { localClient, servers, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { createClient } from 'redis';
import { type Cut, cutProxy } from './cut-proxy.ts';
import { call, type KeysClient, keysEnv, merchant, type TestKeys, testKeys } from './harness.ts';

const unavailable = { instanceOf: Refusal, message: /cannot answer now/ };

/** The one key that works, of the old one and those that are listed: 'old', 'new' or a complaint. */
async function theOneThatWorks(client: KeysClient, accessToken: string, old: { id: string; fingerprint: string }) {
  const { keys } = await client.listKeys(call, { accessToken });
  const oldWorks = await client.resolveKey(call, { fingerprint: old.fingerprint }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'not_found') return false;
      throw error;
    },
  );
  const listed = keys.map(({ id }) => id);
  if (listed.length !== 1) return `${listed.length} keys`;
  if (oldWorks !== listed.includes(old.id)) return oldWorks ? 'both' : 'neither';
  return oldWorks ? 'old' : 'new';
}

const isCommand = (command: string, text: string): Cut['at'] => {
  const start = new RegExp(`\\x02${command}\\0.{4}api_keys\\0`, 's');
  return (message) => message.includes(text) && start.test(message.toString('latin1'));
};

type Death = { readonly command: 'find' | 'update'; readonly when: Cut['when']; readonly works: 'old' | 'new' };

const dies = test.macro({
  async exec(t, { command, when, works }: Death) {
    const survivor = await testKeys(t);
    const proxy = await cutProxy(t, new URL(survivor.database.url));
    const victim = await survivor.replica({ MONGO_URL: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true` });
    const { accessToken } = await merchant(survivor.client);
    const old = await survivor.client.issueKey(call, { accessToken });
    proxy.arm({ at: isCommand(command, old.id), when });
    const patient = { ...call, deadlineMs: 6_000 };
    await t.throwsAsync(victim.client.rotateKey(patient, { accessToken, id: old.id }), unavailable);
    t.true(proxy.isCut());
    t.is(await theOneThatWorks(survivor.client, accessToken, old), works);
    await auditAgrees(t, survivor, works === 'new' ? 2 : 1);
    proxy.mend();
  },
  title: (_, { command, when, works }) => `a rotation that dies ${when} its ${command}: the ${works} key works, alone`,
});

/** What happened, and only that, is on record. */
async function auditAgrees(t: ExecutionContext, { database }: TestKeys, count: number): Promise<void> {
  const slots = database.connection.collection('api_keys');
  await until('everything is filed', async () => (await slots.findOne())?.['unfiled'].length === 0);
  t.is(await database.connection.collection('audit_events').countDocuments(), count);
}

test(dies, { command: 'find', when: 'before', works: 'old' });
test(dies, { command: 'find', when: 'after', works: 'old' });
test(dies, { command: 'update', when: 'before', works: 'old' });
test(dies, { command: 'update', when: 'after', works: 'new' });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
}

test('a process killed between commit and answer leaves the new key alone; it can be listed and rotated', async (t) => {
  const survivor = await testKeys(t);
  const port = await freePort();
  const victim = spawn(process.execPath, [resolve(import.meta.dirname, '../src/main.ts')], {
    env: { ...keysEnv(survivor.database, survivor.redisPrefix), GRPC_PORT: String(port), HEALTH_PORT: '0' },
    stdio: 'ignore',
  });
  t.teardown(() => victim.kill('SIGKILL'));
  const client = localClient(SERVICES.keys, `127.0.0.1:${port}`, { idempotent: [], deadlineMs: 20_000 });
  t.teardown(client.close);
  await client.waitForReady(60_000);
  const { accessToken } = await merchant(client);
  const old = await client.issueKey(call, { accessToken });

  const answer = t.throwsAsync(client.rotateKey(call, { accessToken, id: old.id }), unavailable);
  await until('the rotation is committed', async () => {
    const { keys } = await survivor.client.listKeys(call, { accessToken });
    return keys.every(({ id }) => id !== old.id);
  });
  victim.kill('SIGKILL');
  await answer;

  t.is(await theOneThatWorks(survivor.client, accessToken, old), 'new');
  await auditAgrees(t, survivor, 2);
  await t.throwsAsync(survivor.client.rotateKey(call, { accessToken, id: old.id }), { message: 'No such API key.' });
  const [lost] = (await survivor.client.listKeys(call, { accessToken })).keys;
  const found = await survivor.client.rotateKey(call, { accessToken, id: lost?.id ?? '' });
  t.is((await survivor.client.resolveKey(call, found)).keyId, found.id);
});

test('a database that is away is answered in time with service_unavailable, and the service recovers by itself', async (t) => {
  const direct = await testKeys(t);
  const proxy = await cutProxy(t, new URL(direct.database.url));
  const { client } = await direct.replica({ MONGO_URL: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true` });
  const { accessToken } = await merchant(direct.client);
  const key = await direct.client.issueKey(call, { accessToken });
  proxy.arm({ at: () => true, when: 'before' });
  const brief = { ...call, deadlineMs: 1_000 };
  const refusal = await t.throwsAsync(client.resolveKey(brief, key), { instanceOf: Refusal });
  t.is(refusal.code, 'service_unavailable');
  proxy.mend();
  await until('the key is resolved', async () => (await client.resolveKey(brief, key)).keyId === key.id);
});

test('a Redis that dies during a rotation changes nothing', async (t) => {
  const proxy = await cutProxy(t, new URL(servers().redisUrl));
  const { client, redisPrefix } = await testKeys(t, { REDIS_URL: `redis://127.0.0.1:${proxy.port}` });
  const redis = await createClient({ url: servers().redisUrl }).connect();
  t.teardown(() => redis.destroy());
  const { accessToken } = await merchant(client);
  const old = await client.issueKey(call, { accessToken });
  proxy.arm({ at: (message) => message.includes(redisPrefix), when: 'before' });
  const next = await client.rotateKey(call, { accessToken, id: old.id });
  t.true(proxy.isCut());
  await t.throwsAsync(client.resolveKey(call, old), { message: 'No such API key.' });
  t.is((await client.resolveKey(call, next)).keyId, next.id);
});

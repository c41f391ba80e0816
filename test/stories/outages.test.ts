import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chargeEventCodec, topicName } from '@gx/contracts';
import { Kafka, logLevel } from '@gx/runtime/kafkajs';
import { findNative, type Handle, stackSettings, startKafka, startRedis } from '@gx/stack';
import { servers, until } from '@gx/testkit';
import anyTest, { type TestFn } from 'ava';
import { createClient } from 'redis';
import { merchant } from './merchant.ts';
import { type Stack, startStack } from './stack.ts';
import { startLoad } from './steady-load.ts';

const test = anyTest as TestFn<{
  stack: Stack;
  kafka: Handle;
  redis: Handle;
  brokers: string;
  redisUrl: string;
  dir: string;
}>;
const OUTAGE_MS = 30_000;
const LIVE_LIMIT = 40;

test.before(async (t) => {
  const native = await findNative({ ...stackSettings(), provider: 'native' });
  const dir = await mkdtemp(join(tmpdir(), 'gx-outages-'));
  const log = () => undefined;
  const [kafka, redis] = await Promise.all([
    native.kafka().then((binaries) => startKafka({ binaries, dir: join(dir, 'kafka'), log })),
    native.redis().then((binaries) => startRedis({ binaries, dir: join(dir, 'redis'), log })),
  ]);
  const stack = await startStack({
    servers: { mongoUrl: servers().mongoUrl, kafkaBrokers: kafka.kafkaBrokers, redisUrl: redis.redisUrl },
    overrides: { gateway: { RATE_LIMIT_TEST_PER_MINUTE: '100000', RATE_LIMIT_LIVE_PER_MINUTE: String(LIVE_LIMIT) } },
  });
  Object.assign(t.context, { stack, kafka, redis, dir, brokers: kafka.kafkaBrokers, redisUrl: redis.redisUrl });
});
test.after.always(async (t) => {
  const { stack, kafka, redis, dir } = t.context;
  await stack?.stop();
  await Promise.all([kafka?.stop(), redis?.stop()]);
  if (dir !== undefined) await rm(dir, { recursive: true, force: true });
});

test.serial(
  'Kafka stopped for 30 s under load: creates and payments go on, every event arrives afterwards, in order per charge',
  async (t) => {
    const { stack, kafka, brokers } = t.context;
    const load = startLoad([stack.merchant], { clients: 2, pay: true, everyMs: 150 });
    await until(
      'charges are paid before',
      async () => load.created[0] && (await stack.merchant.get(load.created[0].id)).body.status === 'paid',
    );
    await kafka.stop();
    const [stoppedAt, before] = [performance.now(), load.created.length];
    await until('thirty seconds pass', () => performance.now() - stoppedAt >= OUTAGE_MS, {
      timeoutMs: OUTAGE_MS + 5_000,
    });
    const during = load.created.length - before;
    t.true(during > 40, `${during} charges created during the outage`);
    await kafka.start();
    await load.stop();
    t.deepEqual(load.failures, []);
    const backAt = performance.now();
    for (const { id } of load.created) await stack.merchant.untilStatus(id, 'paid', 60_000);
    const drainedMs = performance.now() - backAt;
    const order = await eventOrder(brokers, topicName(stack.namespace, 'charge'), load.created.length);
    for (const { id } of load.created) {
      t.deepEqual(order.get(id.slice(3)), ['charge.created', 'charge.paid'], id);
    }
    t.is((await stack.merchant.balance())['available'], load.created.length * (1_000 - 10 - 10));
    t.log(
      `${during} charges during the outage, ${load.created.length} in all, all paid ${Math.round(drainedMs)} ms after Kafka was back`,
    );
  },
);

/**
 * The types of each charge's events in the order of their first appearance, once `charges` of them are paid.
 */
async function eventOrder(broker: string, topic: string, charges: number): Promise<Map<string, string[]>> {
  const order = new Map<string, string[]>();
  const consumer = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING }).consumer({
    groupId: randomUUID(),
    maxWaitTimeInMs: 100,
  });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message }) => {
      const { chargeId, type } = chargeEventCodec.decode(message.value ?? Buffer.alloc(0));
      const types = order.get(chargeId) ?? [];
      if (!types.includes(type)) order.set(chargeId, [...types, type]);
    },
  });
  await until(
    'every charge.paid is on the topic',
    () => [...order.values()].filter((types) => types.includes('charge.paid')).length >= charges,
    { timeoutMs: 30_000 },
  );
  await consumer.disconnect();
  return order;
}

test.serial(
  'Redis stopped: one charge for one key, a revoked key is refused, limits are kept per process',
  async (t) => {
    const { stack, redis } = t.context;
    const dashboard = merchant(stack.gateway, '');
    const { body: login } = await dashboard.send('POST', '/v1/auth/login', {
      body: { email: stack.accounts[0]?.email, password: stack.accounts[0]?.password },
    });
    const headers = { authorization: `Bearer ${String(login['accessToken'])}` };
    const { body: issued } = await dashboard.send('POST', '/v1/api-keys', { headers, body: { test: true } });
    const shop = merchant(stack.gateway, String(issued['apiKey']));
    const key = randomUUID();
    const racing = Array.from({ length: 30 }, () => shop.create({ amount: 400 }, key));
    await redis.stop();
    const later = Array.from({ length: 10 }, () => shop.create({ amount: 400 }, key));
    const answers = await Promise.all([...racing, ...later]);
    t.deepEqual(
      [...new Set(answers.map(({ status, body }) => `${status} ${body.id}`))].length,
      1,
      JSON.stringify(answers.map(({ status }) => status)),
    );

    const revoked = await dashboard.send('DELETE', `/v1/api-keys/${String(issued['id'])}`, { headers });
    t.is(revoked.status, 200);
    t.is((await shop.send('GET', '/v1/wallets')).status, 401);

    const live = merchant(stack.gateway, stack.accounts[0]?.liveKey ?? '');
    const statuses = await Promise.all(Array.from({ length: LIVE_LIMIT + 1 }, () => live.send('GET', '/v1/wallets')));
    t.is(statuses.filter(({ status }) => status === 429).length, 1, 'exactly one over the limit');
    // A bank that is slow meanwhile is answered by 503 and the same key, as the specification says.
    const other = merchant(stack.gateway, stack.accounts[0]?.testKey ?? '', { patient: true });
    t.is((await other.create()).status, 201);
    await redis.start();
    t.is((await shop.send('GET', '/v1/wallets')).status, 401, 'still refused when Redis is back');
    t.is((await other.create()).status, 201);
  },
);

test.serial('Redis flushed again and again under load: no failed request, one charge for one key', async (t) => {
  const { stack, redisUrl } = t.context;
  const redis = await createClient({ url: redisUrl }).connect();
  t.teardown(() => redis.close());
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      if (index % 4 === 0) await redis.flushAll();
      return stack.merchant.create({ amount: 600 }, key);
    }),
  );
  t.deepEqual([...new Set(answers.map(({ status, body }) => `${status} ${body.id}`))], [`201 ${answers[0]?.body.id}`]);
});

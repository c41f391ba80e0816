import { randomBytes } from 'node:crypto';
import { chargeEventCodec, encodedEvent, payoutEventCodec, SERVICES, topicName } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import type { PayoutEvent } from '@gx/contracts/payout';
import type { Delivery } from '@gx/contracts/webhooks';
import { newId, type Tenant } from '@gx/core';
import type { Client } from '@gx/runtime';
import { toMessage } from '@gx/runtime/kafka';
import {
  identitySettings,
  localClient,
  type ServiceProcess,
  startServiceProcess,
  startWebhookSink,
  type TestDatabase,
  type TestHost,
  type TestHostOptions,
  testDatabase,
  testEventSettings,
  testHost,
  testKafka,
  testTopics,
  until,
  type WebhookSink,
} from '@gx/testkit';
import { type ActRecords, startActRecords } from '@gx/testkit/stand-ins';
import type { ExecutionContext } from 'ava';
import type { WebhooksConfig } from '../src/config.ts';
import { loadConfig } from '../src/config.ts';
import { type Surroundings, startWebhooks } from '../src/service.ts';
import { paid } from './charge-events.ts';

export type WebhooksClient = Client<typeof SERVICES.webhooks>;
export type WebhooksReplica = {
  readonly host: TestHost;
  readonly client: WebhooksClient;
  readonly stop: () => Promise<void>;
};
export type RegisteredEndpoint = { readonly id: string; readonly secret: string };
export type Harness = {
  readonly database: TestDatabase;
  readonly sink: WebhookSink;
  /** What keys was given to file. */
  readonly records: ActRecords;
  readonly env: Readonly<Record<string, string>>;
  readonly client: WebhooksClient;
  readonly host: TestHost;
  /** One more replica of the service on the same database and topics. */
  readonly replica: (world?: Surroundings) => Promise<WebhooksReplica>;
  readonly publish: Publish;
  readonly publishPayouts: (...events: readonly PayoutEvent[]) => Promise<void>;
  readonly register: (tenant: Tenant, path: string, events: readonly string[]) => Promise<RegisteredEndpoint>;
  /** The tenant's deliveries, newest first. */
  readonly deliveries: (tenant: Tenant) => Promise<Delivery[]>;
  readonly stop: () => Promise<void>;
};

const CALL = { requestId: 'req_test' };
export const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/**
 * The service on real servers with a merchant's server beside it, its waits a thousandth of the real ones.
 */
export async function startHarness(settings: Record<string, string> = {}, world: Surroundings = {}): Promise<Harness> {
  const database = await testDatabase('webhooks');
  const sink = await startWebhookSink();
  const prefix = await testTopics();
  const keys = await startActRecords();
  const env = {
    MONGO_URL: database.url,
    MONGO_DB: database.db,
    KAFKA_BROKERS: process.env['KAFKA_BROKERS'] ?? '',
    ...testEventSettings(),
    ...identitySettings('webhooks'),
    TOPIC_PREFIX: prefix,
    CHARGE_ADDRESS: '127.0.0.1:1',
    KEYS_ADDRESS: keys.address,
    PAYOUT_ADDRESS: '127.0.0.1:1',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_RETRY_TIME_SCALE: '0.001',
    WEBHOOK_TIMEOUT_MS: '10000',
    WEBHOOK_ALLOWED_PRIVATE_TARGETS: '127.0.0.1/32',
    GRPC_PORT: '0',
    HEALTH_PORT: '0',
    ENVIRONMENT: 'local',
    ...settings,
  };
  const replica = (more: Surroundings = world): Promise<WebhooksReplica> => startReplica(loadConfig(env), more);
  const first = await replica();
  const producer = testKafka().producer();
  await producer.connect();
  const { client } = first;
  return {
    database,
    sink,
    records: keys.records,
    env,
    client,
    host: first.host,
    replica,
    publish: async (...events) => {
      await producer.send({ topic: topicName(prefix, 'charge'), messages: events.map(messageOf) });
    },
    publishPayouts: async (...events) => {
      await producer.send({ topic: topicName(prefix, 'payout'), messages: events.map(payoutMessageOf) });
    },
    register: async (tenant, path, events) => {
      const { endpoint, secret } = await client.registerEndpoint(CALL, {
        tenant,
        url: sink.url(path),
        events: [...events],
      });
      return { id: endpoint?.id ?? '', secret };
    },
    deliveries: async (tenant) => [...(await client.listDeliveries(CALL, { tenant, limit: 100 })).deliveries],
    stop: async () => {
      // Together: a sink that is gone ends the calls it keeps hanging.
      await Promise.all([first.stop(), sink.stop(), producer.disconnect()]);
      await keys.stop();
      await database.drop();
    },
  };
}

/** The service in this process, by its configuration. */
export async function startReplica(
  config: WebhooksConfig,
  world: Surroundings,
  options: TestHostOptions = {},
): Promise<WebhooksReplica> {
  const host = testHost('webhooks', options);
  const { port } = await startWebhooks(host, config, world);
  const { now = () => new Date() } = options;
  const client = localClient(SERVICES.webhooks, `127.0.0.1:${port}`, { idempotent: [], deadlineMs: 10_000, now });
  const stop = async (): Promise<void> => {
    client.close();
    await host.stop();
  };
  return { host, client, stop };
}

export const messageOf = (event: ChargeEvent) => enveloped(event, chargeEventCodec.encode(event));
const payoutMessageOf = (event: PayoutEvent) => enveloped(event, payoutEventCodec.encode(event));

const enveloped = (event: ChargeEvent | PayoutEvent, value: Buffer) => toMessage(encodedOf(event, value));
/** An event of a topic as its owner has encoded it. */
export const encodedOf = ({ eventId, type, sequence, tenant }: ChargeEvent | PayoutEvent, value: Buffer) =>
  encodedEvent({ eventId, type, sequence, tenant: tenant as Tenant, traceparent: TRACEPARENT }, value);

const MARKED_AGO_MS = 25 * 86_400_000;
/**
 * So many events of the tenant are kept, and the service is done with them: it has gone on to one of 25 days
 * ago. Before that it may yet find an endpoint that is activated now.
 */
export async function allKept(
  { database, publish }: Pick<Harness, 'database' | 'publish'>,
  tenant: Tenant,
  count: number,
  which: object = {},
): Promise<void> {
  const kept = database.connection.collection<{ _id: string }>('events');
  const those = { accountId: tenant.accountId, ...which };
  await until('they are kept', async () => (await kept.countDocuments(those)) >= count);
  const next = { ...paid(tenant), occurredAtMs: Date.now() - MARKED_AGO_MS };
  await publish(next);
  await until('the next one is kept', async () => (await kept.countDocuments({ _id: next.eventId })) === 1);
}

/** Publishes these events. */
export type Publish = (...events: readonly ChargeEvent[]) => Promise<void>;
/** To the consumers of these topics. */
export const publisher =
  (topics: string): Publish =>
  async (...events) => {
    const producer = testKafka().producer();
    await producer.connect();
    await producer.send({ topic: topicName(topics, 'charge'), messages: events.map(messageOf) });
    await producer.disconnect();
  };

export type KilledReplica = ServiceProcess & {
  /** It, and nobody else. */
  readonly publish: Publish;
};

/**
 * The service as a process of its own, to be killed: on the database of `env`, and on topics that nobody else
 * reads or writes.
 */
export async function startVictim(t: ExecutionContext, env: Readonly<Record<string, string>>): Promise<KilledReplica> {
  const topics = await testTopics();
  const victim = await startServiceProcess({
    service: 'webhooks',
    listensAt: 'GRPC_PORT',
    env: () => ({ ...env, TOPIC_PREFIX: topics }),
  });
  t.teardown(() => victim.kill('SIGKILL'));
  return { ...victim, publish: publisher(topics) };
}

export const newTenant = (livemode = false): Tenant => ({ accountId: newId('account'), livemode });

/** Waits until the tenant has `count` deliveries and every one of them fits. */
export const untilDeliveries = (
  harness: Harness,
  tenant: Tenant,
  count: number,
  fits: (delivery: Delivery) => boolean,
) =>
  until(`${count} deliveries`, async () => {
    const found = await harness.deliveries(tenant);
    return found.length === count && found.every(fits) && found;
  });

/** One harness for all tests of a file, started before and stopped after them. */
export function shared(
  test: {
    before: (run: (t: ExecutionContext) => Promise<void>) => void;
    after: { always: (run: () => Promise<void>) => void };
  },
  settings: Record<string, string> = {},
  world: Surroundings = {},
): () => Harness {
  let harness: Harness | undefined;
  test.before(async () => {
    harness = await startHarness(settings, world);
  });
  test.after.always(async () => harness?.stop());
  return () => harness as Harness;
}

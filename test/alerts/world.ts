import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASES, type DatabaseOwner } from '@gx/contracts';
import {
  findNative,
  type Handle,
  type IdentityFiles,
  newSecrets,
  opsSettings,
  type ServiceName,
  type Services,
  seedAccounts,
  seedBankProfile,
  stackSettings,
  startKafka,
  startRedis,
  startServices,
  writeIdentities,
} from '@gx/stack';
import { type GuardedMongo, guardedMongo, startWebhookSink, type WebhookSink } from '@gx/testkit';
import { logBook } from '../chaos/real-faults/stage/log-book.ts';
import { type ClusterTraffic, startTraffic } from '../cluster/traffic.ts';
import { type BankHand, bankHand } from '../stories/bank-hand.ts';
import { type Merchant, merchant } from '../stories/merchant.ts';
import { type BankProxy, openBankProxy } from './bank-proxy.ts';
import { runOps } from './ops.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';

/** The product in real processes on servers of its own, what watches it, and the hands that can hurt it. */
export type AlertSandbox = {
  readonly logs: string;
  readonly mongo: GuardedMongo;
  readonly kafka: Handle & { readonly kafkaBrokers: string };
  readonly services: Services;
  readonly prometheus: Prometheus;
  readonly shops: readonly AlertShop[];
  readonly sink: WebhookSink;
  readonly bank: BankHand;
  readonly bankProxy: BankProxy;
  readonly identities: IdentityFiles;
  /** Whether the whole bank answers 503. */
  readonly outage: (on: boolean) => Promise<void>;
  readonly forgetScenarios: () => Promise<void>;
  /** What an operator's environment holds. */
  readonly opsEnv: Readonly<Record<string, string>>;
  readonly replicas: (service: ServiceName) => readonly Handle[];
  readonly stop: () => Promise<void>;
};
/** A merchant that sells all the time, and the path where its server hears of it. */
export type AlertShop = { readonly merchant: Merchant; readonly path: string; readonly traffic: ClusterTraffic };

const OWNERS = Object.keys(DATABASES) as DatabaseOwner[];
const REPLICAS = { charge: 2, ledger: 2, webhooks: 2 } as const;
/** One client of each merchant sells so often. */
const PACE = { clients: 1, everyMs: 250 } as const;
const EVENTS = ['charge.created', 'charge.paid', 'charge.expired', 'payment.refunded'];
const ENV = {
  LOG_FORMAT: 'json',
  LOG_LEVEL: 'info',
  DRAIN_DELAY_MS: '0',
  ENVIRONMENT: 'local',
  WEBHOOK_ALLOWED_PRIVATE_TARGETS: '127.0.0.1/32',
} as const;
const OVERRIDES: Partial<Record<ServiceName, Readonly<Record<string, string>>>> = {
  gateway: { RATE_LIMIT_TEST_PER_MINUTE: '1000000' },
  charge: { RECONCILE_EVERY_SECONDS: '5' },
  // Three refusals of the bank take minutes otherwise, and a day of retries would be waited for.
  refund: { POLL_TIME_SCALE: '0.05' },
};

/** Everybody comes without a name and may do whatever no access list speaks of. */
const AUTHORIZER = {
  listeners: [],
  settings: {
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': 'User:nobody',
    'allow.everyone.if.no.acl.found': 'true',
  },
  scramUsers: [],
} as const;

/** A connection string for each service, with a user of its own. */
const urlsOf = (mongo: GuardedMongo): Record<DatabaseOwner, string> =>
  Object.fromEntries(
    OWNERS.map((owner) => [owner, mongo.urlOf(owner, randomBytes(12).toString('hex'), DATABASES[owner])]),
  ) as Record<DatabaseOwner, string>;

/** Everybody's words go to `logFolder`; all else is kept only as long as it runs. */
export async function makeSandbox(logFolder: string): Promise<AlertSandbox> {
  const dir = await mkdtemp(join(tmpdir(), 'gx-alerts-'));
  const logs = logBook(logFolder);
  const { log } = logs;
  const native = await findNative({ ...stackSettings(), provider: 'native' });
  const [mongo, kafka, redis] = await Promise.all([
    guardedMongo(),
    native.kafka().then((binaries) => startKafka({ binaries, dir: join(dir, 'kafka'), log, doors: AUTHORIZER })),
    native.redis().then((binaries) => startRedis({ binaries, dir: join(dir, 'redis'), log })),
  ]);
  const urls = urlsOf(mongo);
  const given = OWNERS.map((owner) => [`${owner.toUpperCase().replace('-', '_')}_MONGO_URL`, urls[owner]]);
  const admin = { MONGO_ADMIN_URL: mongo.adminUrl, ...Object.fromEntries(given) };
  await runOps(admin, ['databases', 'create-users']);
  let simulatorPort: number | undefined;
  const bankProxy = await openBankProxy(join(dir, 'bank'), () => simulatorPort);
  const secrets = newSecrets();
  const identities = await writeIdentities(join(dir, 'pki'));
  const services = await startServices({
    servers: { mongoUrl: mongo.adminUrl, kafkaBrokers: kafka.kafkaBrokers, redisUrl: redis.redisUrl },
    secrets,
    log,
    inherited: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: bankProxy.authority, ...ENV },
    replicas: REPLICAS,
    identities: identities.settings,
    overrides: withDatabases(urls),
    readyWithinMs: 180_000,
  });
  simulatorPort = Number(new URL(services.simulator).port);
  await seedBankProfile({ ...services, simulator: bankProxy.url }, secrets);
  const accounts = await seedAccounts(services, secrets, []);
  const prometheus = await startPrometheus(join(dir, 'prometheus'), services.health, log);
  const sink = await startWebhookSink();
  const shops = await Promise.all(accounts.map(({ testKey }, index) => openShop(services, testKey, sink, index)));
  const simulator = (path: string, method: string, body?: object): Promise<Response> =>
    fetch(`${services.simulator}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    logs: logs.folder,
    mongo,
    kafka,
    services,
    prometheus,
    shops,
    sink,
    bankProxy,
    identities,
    bank: bankHand({ simulator: services.simulator, bankClient: secrets.bank }),
    outage: async (on) => void (await simulator('/sim/outage', 'PUT', { on })),
    forgetScenarios: async () => void (await simulator('/sim/scenarios', 'DELETE')),
    opsEnv: { ...opsSettings(services), ...admin, KAFKA_BROKERS: kafka.kafkaBrokers },
    replicas: (service) => services.handles[service],
    stop: async () => {
      await Promise.all(shops.map(({ traffic }) => traffic.stop()));
      await prometheus.stop();
      await services.stop();
      await Promise.all([bankProxy.stop(), sink.stop(), kafka.kill(), redis.kill(), mongo.stop()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const withDatabases = (urls: Readonly<Record<DatabaseOwner, string>>): Record<string, Record<string, string>> => {
  const own = Object.fromEntries(OWNERS.map((owner) => [owner, { MONGO_URL: urls[owner] }]));
  const names = new Set([...Object.keys(own), ...Object.keys(OVERRIDES)]);
  return Object.fromEntries([...names].map((name) => [name, { ...own[name], ...OVERRIDES[name as ServiceName] }]));
};

async function openShop({ gateway }: Services, key: string, sink: WebhookSink, index: number): Promise<AlertShop> {
  const shop = merchant(gateway, key, { patient: true });
  const path = `/shop-${index + 1}`;
  const { status, body } = await shop.send('POST', '/v1/webhooks/endpoints', {
    body: { url: sink.url(path), events: EVENTS },
  });
  if (status !== 201) throw new Error(`no endpoint: ${status} ${JSON.stringify(body)}`);
  return { merchant: shop, path, traffic: startTraffic(gateway, key, PACE) };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { topicSpecs } from '@gx/contracts';
import {
  type Addresses,
  createTopics,
  findNative,
  type Secrets,
  type Services,
  stackSettings,
  startKafka,
  startMongo,
  startRedis,
  startServices,
} from '@gx/stack';

/** Servers of a place: what a fire takes. */
export type NewServers = Addresses & { readonly burn: () => Promise<void> };

const native = () => findNative({ ...stackSettings(), provider: 'native' });
const quiet = (): void => undefined;

/** MongoDB, Kafka and Redis with nothing in them. */
export async function newServers(): Promise<NewServers> {
  const binaries = await native();
  const dir = await mkdtemp(join(tmpdir(), 'gx-restore-'));
  const [mongo, kafka, redis] = await Promise.all([
    binaries.mongo().then((mongod) => startMongo({ binaries: mongod, dir: join(dir, 'mongo'), log: quiet })),
    binaries.kafka().then((jars) => startKafka({ binaries: jars, dir: join(dir, 'kafka'), log: quiet })),
    binaries.redis().then((server) => startRedis({ binaries: server, dir: join(dir, 'redis'), log: quiet })),
  ]);
  return {
    mongoUrl: mongo.mongoUrl,
    kafkaBrokers: kafka.kafkaBrokers,
    redisUrl: redis.redisUrl,
    burn: async () => {
      await Promise.all([mongo.kill(), kafka.kill(), redis.kill()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The bank's own MongoDB: it is another company, and stands elsewhere. */
export async function bankServer(): Promise<{ readonly mongoUrl: string; readonly stop: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'gx-restore-bank-'));
  const mongo = await startMongo({ binaries: await (await native()).mongo(), dir, log: quiet });
  return {
    mongoUrl: mongo.mongoUrl,
    stop: async () => {
      await mongo.kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export type Product = {
  readonly servers: Addresses;
  readonly secrets: Secrets;
  readonly bankMongoUrl: string;
  /** Where the simulated bank is to be, if that matters. */
  readonly bankPort?: number;
  /** Variables for every service. */
  readonly env?: NodeJS.ProcessEnv;
};

/** All services as processes, each time at addresses of their own. */
export const startProduct = ({ servers, secrets, bankMongoUrl, bankPort, env }: Product): Promise<Services> =>
  startServices({
    servers,
    secrets,
    ...(bankPort === undefined ? {} : { wanted: { simulator: bankPort } }),
    log: process.env['TEST_LOGS'] === 'on' ? (source, line) => process.stderr.write(`${source} ${line}\n`) : quiet,
    inherited: { PATH: process.env['PATH'], LOG_FORMAT: 'json', LOG_LEVEL: 'info', ...env },
    overrides: {
      'bank-simulator': { MONGO_URL: bankMongoUrl, SIM_CALLBACK_RETRY_SCALE: '0.1' },
      webhooks: { WEBHOOK_RETRY_TIME_SCALE: '0.02' },
      gateway: { RATE_LIMIT_TEST_PER_MINUTE: '10000000' },
      charge: { VELOCITY_ACCOUNT_MAX: '0' },
    },
  });

/** As `ops topics create` does. */
export const makeTopics = ({ kafkaBrokers }: Addresses): Promise<void> => createTopics(kafkaBrokers, topicSpecs(''));

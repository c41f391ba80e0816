import { randomUUID } from 'node:crypto';
import { freePort } from '../free-port.ts';
import { removeContainersAtExit } from '../orphans.ts';
import type { Addresses } from '../provider.ts';
import { kafkaSettings } from '../start-kafka.ts';
import { becomePrimary, MONGO_SETTINGS, mongoUrlOf } from '../start-mongo.ts';
import type { Log } from '../start-process.ts';
import { REDIS_SETTINGS } from '../start-redis.ts';
import type { DockerServers } from './find-docker.ts';
import type { Images } from './images.ts';
import { containerLabels, removeAbandoned, removeRun, volumeOf } from './leftovers.ts';
import type { ServerContainerSpec } from './server-container.ts';

/** Where servers in containers keep their data and send their output. */
export type DockerOptions = {
  /** The state whose data are kept in volumes of its name; without it they go with the containers. */
  readonly stateDir?: string;
  readonly log: Log;
  readonly report: Log;
  readonly wanted?: Readonly<Record<keyof Images, number>>;
};

/** Without `ready` it is driven by its module. */
type Start = Pick<ServerContainerSpec, 'command' | 'environment'> & Partial<Pick<ServerContainerSpec, 'ready'>>;
type Server = { readonly data?: string; readonly start: (port: number) => Start };

const KAFKA_DATA = '/var/lib/kafka/data';
const CONTROLLER_PORT = 9_093;

/**
 * Of every volume of ours, 16 bytes in base64url. Kafka's image formats with it, and finds it there at the
 * next start.
 */
const CLUSTER_ID = 'Z3gtc3RhY2sta2Fma2EtMQ';

/**
 * How each image is told what a native server is told. MongoDB and Kafka are ready when a client on this
 * machine is served, Redis when it says so.
 */
const SERVERS: Readonly<Record<keyof Images, Server>> = {
  mongo: {
    data: '/data/db',
    start: (port) => ({
      command: ['mongod', '--bind_ip_all', '--port', String(port), ...MONGO_SETTINGS],
      ready: () => becomePrimary(port),
    }),
  },
  kafka: {
    data: KAFKA_DATA,
    start: (port) => ({
      environment: { ...kafkaEnvironment(port), CLUSTER_ID, KAFKA_HEAP_OPTS: '-Xmx512m' },
      ready: () => kafkaAnswers(port),
    }),
  },
  redis: {
    start: () => ({ command: ['redis-server', '--protected-mode', 'no', ...REDIS_SETTINGS] }),
  },
};

/** Kafka's image reads a setting from the variable of its name. */
function kafkaEnvironment(port: number): Record<string, string> {
  const settings = kafkaSettings({ bind: '', port, controllerPort: CONTROLLER_PORT, data: KAFKA_DATA });
  const variable = (name: string): string => `KAFKA_${name.replaceAll('.', '_').toUpperCase()}`;
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [variable(name), value]));
}

async function kafkaAnswers(port: number): Promise<boolean> {
  const { withAdmin } = await import('../kafka-admin.ts');
  return withAdmin(`127.0.0.1:${port}`, (admin) => admin.describeCluster()).then(
    () => true,
    () => false,
  );
}

/** Starts all three and resolves when they serve; when one fails, none is left. */
export async function startDocker(
  { socket, images }: DockerServers,
  options: DockerOptions,
): Promise<Addresses & { stop(): Promise<void> }> {
  const run = randomUUID();
  let isStopping = false;
  removeContainersAtExit(socket, run);
  await removeAbandoned(socket);
  const { startContainer, startRedisContainer } = await import('./server-container.ts');
  const stop = async (): Promise<void> => {
    isStopping = true;
    await removeRun(socket, run);
  };
  const start = async (name: keyof Images): Promise<number> => {
    const { data, start } = SERVERS[name];
    const { stateDir, log, report, wanted } = options;
    const port = await freePort(wanted?.[name]);
    const kept = stateDir !== undefined && data !== undefined;
    const volume = kept ? { volume: { name: volumeOf(stateDir, name), at: data } } : {};
    const spec = {
      name,
      image: images[name],
      port,
      labels: containerLabels(run),
      log,
      report,
      isStopping: () => isStopping,
    };
    const { ready, ...started } = start(port);
    const whole = { ...spec, ...volume, ...started };
    await (ready === undefined ? startRedisContainer(whole) : startContainer({ ...whole, ready }));
    return port;
  };
  const starting = [start('mongo'), start('kafka'), start('redis')] as const;
  try {
    const [mongo, kafka, redis] = await Promise.all(starting);
    const kafkaBrokers = `127.0.0.1:${kafka}`;
    return { mongoUrl: mongoUrlOf(mongo), kafkaBrokers, redisUrl: `redis://127.0.0.1:${redis}`, stop };
  } catch (cause) {
    await Promise.allSettled(starting);
    await stop();
    throw cause;
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Addresses, findNative, type Handle, stackSettings, startKafka, startRedis } from '@gx/stack';
import { type LogBook, logBook } from './log-book.ts';
import { type ReplicaSet, startReplicaSet } from './replica-set.ts';

/** Servers of our own, so that they can be stopped: MongoDB in three members, Kafka, Redis. */
export type TestEnvironment = {
  readonly servers: Addresses;
  readonly set: ReplicaSet;
  readonly kafka: Handle;
  readonly redis: Handle;
  readonly logs: LogBook;
  /** Keeps the folder with everybody's logs when `keepLogs`; answers where it is. */
  readonly stop: (keepLogs?: boolean) => Promise<string>;
};

export async function breakGround(options: { readonly electionTimeoutMs?: number } = {}): Promise<TestEnvironment> {
  const native = await findNative({ ...stackSettings(), provider: 'native' });
  const dir = await mkdtemp(join(tmpdir(), 'gx-real-faults-'));
  const logs = logBook(join(dir, 'logs'));
  const { log } = logs;
  const [set, kafka, redis] = await Promise.all([
    native.mongo().then((binaries) => startReplicaSet({ binaries, dir: join(dir, 'mongo'), log, ...options })),
    native.kafka().then((binaries) => startKafka({ binaries, dir: join(dir, 'kafka'), log })),
    native.redis().then((binaries) => startRedis({ binaries, dir: join(dir, 'redis'), log })),
  ]);
  const { kafkaBrokers } = kafka;
  return {
    servers: { mongoUrl: set.mongoUrl, kafkaBrokers, redisUrl: redis.redisUrl },
    set,
    kafka,
    redis,
    logs,
    stop: async (keepLogs = false) => {
      await Promise.all([set.stop(), kafka.kill(), redis.kill()]);
      for (const data of ['mongo', 'kafka', 'redis']) await rm(join(dir, data), { recursive: true, force: true });
      if (!keepLogs) await rm(dir, { recursive: true, force: true });
      return logs.folder;
    },
  };
}

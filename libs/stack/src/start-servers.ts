import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkGiven } from './check-given.ts';
import { type StackSettings, stackSettings } from './config.ts';
import { fileLog } from './file-log.ts';
import { findNative, type NativeServers } from './native.ts';
import { removeAtExit } from './orphans.ts';
import { type Addresses, chooseProvider } from './provider.ts';
import type { Handle } from './restartable.ts';
import { startKafka } from './start-kafka.ts';
import { startMongo } from './start-mongo.ts';
import type { Log } from './start-process.ts';
import { startRedis } from './start-redis.ts';

/** Where native servers keep their state. Ephemeral: in a temporary folder that goes when they stop. */
export type ServersSpec = {
  readonly dir?: string;
  readonly ephemeral?: boolean;
  readonly log?: Log;
  readonly settings?: StackSettings;
};

/** MongoDB, Kafka and Redis that answer. `handles` is there only for servers that this process started. */
export type Servers = Addresses & {
  /** One line: which provider, why, and from where. */
  readonly chosen: string;
  readonly handles?: { readonly mongo: Handle; readonly kafka: Handle; readonly redis: Handle };
  stop(): Promise<void>;
};

/** Ports that a local stack has when nobody else has them, so that a client can be pointed at it without looking. */
const WANTED = { mongo: 27_117, kafka: 29_092, redis: 26_379 };

/** Finds or starts all three servers; resolves when all of them answer. */
export async function startServers(spec: ServersSpec): Promise<Servers> {
  const settings = spec.settings ?? stackSettings();
  const provider = chooseProvider(settings);
  if (provider.kind === 'given') {
    await checkGiven(provider.addresses, settings.answerWithinMs);
    const chosen = `given (${provider.why})`;
    spec.log?.('stack', `servers: ${chosen}`);
    return { ...provider.addresses, chosen, stop: async () => undefined };
  }
  const native = await findNative(settings);
  const chosen = `native (${provider.why}): ${native.says}`;
  spec.log?.('stack', `servers: ${chosen}`);
  return startNative(spec, native, chosen);
}

async function startNative(spec: ServersSpec, native: NativeServers, chosen: string): Promise<Servers> {
  const place = await placeFor(spec);
  const log = fileLog(join(place.dir, 'logs'));
  const wanted = place.isTemporary ? undefined : WANTED;
  const under = (name: keyof typeof WANTED) => {
    const port = wanted?.[name];
    return { dir: join(place.dir, name), log, report: spec.log ?? log, ...(port === undefined ? {} : { port }) };
  };
  const [mongo, kafka, redis] = await allOrNone([
    native.mongo().then((binaries) => startMongo({ binaries, ...under('mongo') })),
    native.kafka().then((binaries) => startKafka({ binaries, ...under('kafka') })),
    native.redis().then((binaries) => startRedis({ binaries, ...under('redis') })),
  ]);
  const { mongoUrl } = mongo;
  const { kafkaBrokers } = kafka;
  const { redisUrl } = redis;
  const stop = async (): Promise<void> => {
    await Promise.all([mongo.stop(), kafka.stop(), redis.stop()]);
    if (place.isTemporary) await rm(place.dir, { recursive: true, force: true });
  };
  return { mongoUrl, kafkaBrokers, redisUrl, chosen, handles: { mongo, kafka, redis }, stop };
}

async function placeFor(spec: ServersSpec): Promise<{ dir: string; isTemporary: boolean }> {
  if (!spec.ephemeral && spec.dir !== undefined) return { dir: spec.dir, isTemporary: false };
  const dir = await mkdtemp(join(tmpdir(), 'gx-servers-'));
  removeAtExit(dir);
  return { dir, isTemporary: true };
}

/** Waits for all three even when one fails, then stops those that did start and throws the first failure. */
async function allOrNone<T extends readonly Handle[]>(starting: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const settled = await Promise.allSettled(starting as readonly Promise<Handle>[]);
  const failure = settled.find((result) => result.status === 'rejected');
  const handles = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (failure === undefined) return handles as unknown as T;
  await Promise.all(handles.map((handle) => handle.stop()));
  throw failure.reason;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkGiven } from './check-given.ts';
import { type StackSettings, stackSettings } from './config.ts';
import { findDocker } from './docker/find-docker.ts';
import { claimState } from './docker/kept-state.ts';
import { startDocker } from './docker/start-docker.ts';
import { fileLog } from './file-log.ts';
import { findNative, type NativeServers } from './native.ts';
import { removeAtExit } from './orphans.ts';
import { type Addresses, chooseProvider, firstPossible } from './provider.ts';
import type { Handle } from './restartable.ts';
import { registriesServe } from './source.ts';
import { startKafka } from './start-kafka.ts';
import { startMongo } from './start-mongo.ts';
import type { Log } from './start-process.ts';
import { startRedis } from './start-redis.ts';

/** Where servers of our own keep their state. Ephemeral: in a temporary folder that goes when they stop. */
export type ServersSpec = {
  readonly dir?: string;
  readonly ephemeral?: boolean;
  readonly log?: Log;
  readonly settings?: StackSettings;
};

/** MongoDB, Kafka and Redis that answer. `handles` is there only for native ones. */
export type Servers = Addresses & {
  /** One line: which provider, why, and from where. */
  readonly chosen: string;
  /** Whether they were started for this stack and hold nothing else. */
  readonly isOwn: boolean;
  readonly handles?: { readonly mongo: Handle; readonly kafka: Handle; readonly redis: Handle };
  stop(): Promise<void>;
};

/** What a way of starting servers came to. */
type StartedServers = Omit<Servers, 'chosen' | 'isOwn'>;
type ServerStarter = { readonly says: string; readonly start: (folder: ServersFolder) => Promise<StartedServers> };

/**
 * Ports that a local stack has when nobody else has them, so that a client can be pointed at it without
 * looking.
 */
const WANTED = { mongo: 27_117, kafka: 29_092, redis: 26_379 };

/** Finds or starts all three servers; resolves when all of them answer. */
export async function startServers(spec: ServersSpec): Promise<Servers> {
  const settings = spec.settings ?? stackSettings();
  const provider = chooseProvider(settings, registriesServe());
  if (provider.kind === 'given') {
    await checkGiven(provider.addresses, settings.answerWithinMs);
    const chosen = `given (${provider.why})`;
    spec.log?.('stack', `servers: ${chosen}`);
    return { ...provider.addresses, chosen, isOwn: false, stop: async () => undefined };
  }
  const { found, chosen } = await firstPossible<ServerStarter>(provider, {
    native: () => lookNative(settings),
    docker: () => lookDocker(settings, spec.log),
  });
  spec.log?.('stack', `servers: ${chosen}`);
  const folder = await folderFor(spec);
  const started = await found.start(folder);
  const stop = async (): Promise<void> => {
    await started.stop();
    if (folder.isTemporary) await rm(folder.dir, { recursive: true, force: true });
  };
  return { ...started, chosen, isOwn: true, stop };
}

async function lookNative(settings: StackSettings): Promise<ServerStarter> {
  const native = await findNative(settings);
  return { says: native.says, start: (folder) => startNative(native, folder) };
}

async function lookDocker(settings: StackSettings, log: Log | undefined): Promise<ServerStarter> {
  const docker = await findDocker(settings, { say: (line) => log?.('stack', line) });
  return {
    says: docker.says,
    start: async ({ dir, isTemporary, log, report }) => {
      if (isTemporary) return startDocker(docker, { log, report });
      await claimState(dir, docker.socket);
      return startDocker(docker, { log, report, stateDir: dir, wanted: WANTED });
    },
  };
}

async function startNative(native: NativeServers, folder: ServersFolder): Promise<StartedServers> {
  const { dir, isTemporary, log, report } = folder;
  if (!isTemporary) await claimState(dir, undefined);
  const under = (name: keyof typeof WANTED) => {
    return { dir: join(dir, name), log, report, ...(isTemporary ? {} : { port: WANTED[name] }) };
  };
  const starting = [
    native.mongo().then((binaries) => startMongo({ binaries, ...under('mongo') })),
    native.kafka().then((binaries) => startKafka({ binaries, ...under('kafka') })),
    native.redis().then((binaries) => startRedis({ binaries, ...under('redis') })),
  ] as const;
  /** Those too that are up only after another has failed. */
  const stop = async (): Promise<void> => {
    const settled = await Promise.allSettled(starting);
    await Promise.all(settled.map((one) => one.status === 'fulfilled' && one.value.stop()));
  };
  try {
    const [mongo, kafka, redis] = await Promise.all(starting);
    const { mongoUrl } = mongo;
    const { kafkaBrokers } = kafka;
    const { redisUrl } = redis;
    return { mongoUrl, kafkaBrokers, redisUrl, handles: { mongo, kafka, redis }, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

type ServersFolder = { readonly dir: string; readonly isTemporary: boolean; readonly log: Log; readonly report: Log };

async function folderFor(spec: ServersSpec): Promise<ServersFolder> {
  const isTemporary = spec.ephemeral === true || spec.dir === undefined;
  const dir = spec.ephemeral || spec.dir === undefined ? await mkdtemp(join(tmpdir(), 'gx-servers-')) : spec.dir;
  if (isTemporary) removeAtExit(dir);
  const log = fileLog(join(dir, 'logs'));
  return { dir, isTemporary, log, report: spec.log ?? log };
}

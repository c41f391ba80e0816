import { setTimeout as wait } from 'node:timers/promises';
import { createClient, createCluster, createSentinel, type RedisClientType, type RedisScripts } from 'redis';
import type { FaultHook } from '../service/fault-hook.ts';
import type { Lifecycle } from '../service/lifecycle.ts';
import type { RedisAddress } from './redis-address.ts';

const CONNECT_TIMEOUT_MS = 1_000;
/** A connection that is mute for so long is closed; a ping a second tells. */
const SOCKET_TIMEOUT_MS = 5_000;
const PING_EVERY_MS = 1_000;
const RECONNECT_MS = { first: 50, max: 1_000 } as const;
const COMMANDS_WAITING_MAX = 10_000;

type None = Record<never, never>;
/** A client, whatever it is connected to. */
export type Redis<S extends RedisScripts = None> = Pick<
  RedisClientType<None, None, S>,
  'connect' | 'del' | 'destroy' | 'on' | keyof S
>;

export type RedisOptions<S extends RedisScripts> = {
  readonly address: RedisAddress;
  readonly scripts: S;
  readonly life: Lifecycle;
  readonly faultHook?: FaultHook | undefined;
  /** Of connections; a command's own error is its caller's. */
  readonly onError: (error: unknown) => void;
};

/**
 * Connects to a server, to a Cluster, or to the master that Sentinels name. It goes on in the background for as
 * long as it takes: who can do without Redis starts without it. No command waits for a connection.
 */
export function connectRedis<S extends RedisScripts>({ address, scripts, life, faultHook, onError }: RedisOptions<S>) {
  const client = clientOf(address, scripts);
  const redis = faultHook?.redis(client) ?? client;
  redis.on('error', onError);
  const stopping = new AbortController();
  life.onStop('redis', () => {
    stopping.abort();
    redis.destroy();
  });
  return { redis, connected: connect(redis, stopping.signal, onError) };
}

const reconnectMs = (attempt: number): number => Math.min(RECONNECT_MS.first * 2 ** attempt, RECONNECT_MS.max);

/**
 * A server's client goes on by itself; those of Cluster and Sentinel give up when no node answers. False when
 * the process stopped first.
 */
async function connect(redis: Redis, stopping: AbortSignal, onError: (error: unknown) => void): Promise<boolean> {
  for (let attempt = 0; !stopping.aborted; attempt += 1) {
    try {
      await redis.connect();
      if (hasEverySlot(redis)) return true;
      redis.destroy();
      onError(new Error('the cluster has slots that no node serves'));
    } catch (error) {
      onError(error);
    }
    await wait(reconnectMs(Math.min(attempt, 10)), undefined, { signal: stopping }).catch(() => undefined);
  }
  return false;
}

/** A Cluster may still be forming; its client asks once which node has which slot. */
const hasEverySlot = (redis: object): boolean =>
  !('slots' in redis && Array.isArray(redis.slots) && redis.slots.includes(undefined));

function clientOf<S extends RedisScripts>(address: RedisAddress, scripts: S): Redis<S> {
  const { tls, username, password } = address;
  const credentials = {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
  const socket = {
    ...(tls ? { tls } : {}),
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    reconnectStrategy: reconnectMs,
  };
  const connection = {
    ...credentials,
    socket,
    // A command never runs late when Redis comes back.
    disableOfflineQueue: true,
    commandsQueueMaxLength: COMMANDS_WAITING_MAX,
    pingInterval: PING_EVERY_MS,
    maintNotifications: 'disabled',
  } as const;
  // Callers give a command up themselves: the client's own limit is a signal for each command, which goes off
  // seconds after the reply.
  const shared = { scripts, commandOptions: { timeout: 0 } };
  const client = (() => {
    if (address.kind === 'server') {
      return createClient({
        ...shared,
        ...connection,
        database: address.database,
        socket: { ...socket, ...address.node },
      });
    }
    if (address.kind === 'cluster') {
      const rootNodes = address.nodes.map((node) => ({ ...connection, socket: { ...socket, ...node } }));
      return createCluster({ ...shared, rootNodes, defaults: connection });
    }
    return createSentinel({
      ...shared,
      name: address.master,
      sentinelRootNodes: [...address.sentinels],
      nodeClientOptions: connection,
      sentinelClientOptions: connection,
      passthroughClientErrorEvents: true,
    });
  })();
  return client as unknown as Redis<S>;
}

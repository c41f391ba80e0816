import { setTimeout as wait } from 'node:timers/promises';
import { keyRecordName, REVOCATION_WAIT_MS } from '@gx/contracts';
import type { FaultHook, Lifecycle, Logger } from '@gx/runtime';
import { createClient } from '@redis/client';

type Options = {
  readonly url: string;
  readonly prefix: string;
  readonly log: Logger;
  readonly life: Lifecycle;
  readonly faultHook?: FaultHook | undefined;
};
export type Revocations = ReturnType<typeof revocations>;

const CONNECT_TIMEOUT_MS = 1_000;
const SOCKET_TIMEOUT_MS = 5_000;
const RECONNECT_MS_MAX = 2_000;

/**
 * Makes a revocation take effect on every gateway. A key's record in Redis is a lease that began before the
 * commit and ends at most KEY_LEASE_MS later, so waiting out REVOCATION_WAIT_MS from the commit is what
 * guarantees it; deleting the record only makes it happen sooner. Nothing here waits for Redis: it may be up,
 * flushed, down or mute.
 */
export function revocations({ url, prefix, log, life, faultHook }: Options) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: 1_000,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      reconnectStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 8), RECONNECT_MS_MAX),
    },
  });
  const redis = faultHook?.redis(client) ?? client;
  let complained = false;
  redis.on('error', (err: unknown) => {
    if (!complained) log.warn({ err }, 'redis is away: records of revoked keys end by themselves');
    complained = true;
  });
  redis.on('ready', () => {
    complained = false;
    log.info('redis connected');
  });
  // Connecting goes on in the background: a service that can do without Redis must also start without it.
  redis.connect().catch((err: unknown) => log.warn({ err }, 'redis could not be connected'));
  life.onStop('redis', () => redis.destroy());

  const forget = async (fingerprint: string): Promise<void> => {
    try {
      await redis.del(keyRecordName(prefix, fingerprint));
    } catch (err) {
      log.debug({ err }, 'key record not deleted: it ends by itself');
    }
  };

  return {
    /**
     * Call right after the commit; resolves when no gateway can accept the key any more, whether or not we
     * can say which key it was.
     */
    async takeEffect(fingerprint: string | undefined): Promise<void> {
      if (fingerprint !== undefined) void forget(fingerprint);
      await wait(REVOCATION_WAIT_MS);
    },
  };
}

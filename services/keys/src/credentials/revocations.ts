import { setTimeout as wait } from 'node:timers/promises';
import { keyRecordName, REVOCATION_WAIT_MS } from '@gx/contracts';
import type { FaultHook, Lifecycle, Logger } from '@gx/runtime';
import { connectRedis, type RedisAddress } from '@gx/runtime/redis';

type Options = {
  readonly address: RedisAddress;
  readonly prefix: string;
  readonly log: Logger;
  readonly life: Lifecycle;
  readonly faultHook?: FaultHook | undefined;
};
export type Revocations = ReturnType<typeof revocations>;

/**
 * Makes a revocation take effect on every gateway. A key's record in Redis is a lease that began before the
 * commit and ends at most KEY_LEASE_MS later, so waiting out REVOCATION_WAIT_MS from the commit is what
 * guarantees it; deleting the record only makes it happen sooner. Nothing here waits for Redis: it may be up,
 * flushed, down or mute.
 */
export function revocations({ address, prefix, log, life, faultHook }: Options) {
  let isAway = false;
  const { redis, connected } = connectRedis({
    address,
    scripts: {},
    life,
    faultHook,
    onError: (err) => {
      if (!isAway) log.warn({ err }, 'redis is away: records of revoked keys end by themselves');
      isAway = true;
    },
  });
  void connected.then((isConnected) => {
    if (isConnected) log.info('redis connected');
  });

  const forget = async (fingerprint: string): Promise<void> => {
    try {
      await redis.del(keyRecordName(prefix, fingerprint));
      isAway = false;
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

import type { FaultHook } from '@gx/runtime';
import type { buildConnector } from 'undici';
import { OriginClient } from './origin-client.ts';

type HostPool = { readonly pool: OriginClient; inFlight: number; lastUsedMs: number };
type Limits = {
  readonly connect: buildConnector.connector;
  readonly connectionsPerHost: number;
  readonly poolsMax: number;
  readonly idleMs: number;
  readonly faultHook?: FaultHook | undefined;
};
export type HostPools = {
  /** Lends the pool of `origin` to `use`; while it is lent it is not closed. */
  readonly using: <T>(origin: string, use: (pool: OriginClient) => Promise<T>) => Promise<T>;
  readonly size: () => number;
  readonly close: () => Promise<void>;
};

/**
 * One keep-alive pool per origin: a TLS handshake costs more than fifty requests. Idle pools close, so the
 * count is bounded.
 */
export function hostPools({ connect, connectionsPerHost, poolsMax, idleMs, faultHook }: Limits): HostPools {
  // Insertion order is order of use: the first is the one unused for longest.
  const pools = new Map<string, HostPool>();

  const open = (origin: string): OriginClient => {
    const pool = new OriginClient(origin, { connect, connections: connectionsPerHost, maxHeaderSize: 16_384 });
    return faultHook?.http('webhook', pool) ?? pool;
  };
  const poolOf = (origin: string): HostPool => {
    const entry = pools.get(origin) ?? { pool: open(origin), inFlight: 0, lastUsedMs: 0 };
    pools.delete(origin);
    pools.set(origin, entry);
    return entry;
  };
  const drop = (origin: string, { pool }: HostPool): Promise<void> => {
    pools.delete(origin);
    return pool.destroy();
  };
  const sweep = (): void => {
    const deadline = performance.now() - idleMs;
    for (const [origin, entry] of pools) {
      const surplus = pools.size > poolsMax;
      if (entry.inFlight === 0 && (surplus || entry.lastUsedMs <= deadline)) void drop(origin, entry);
      else if (!surplus && entry.lastUsedMs > deadline) return;
    }
  };
  const timer = setInterval(sweep, Math.max(idleMs / 2, 50));
  timer.unref();

  return {
    async using(origin, use) {
      const entry = poolOf(origin);
      entry.inFlight += 1;
      entry.lastUsedMs = performance.now();
      if (pools.size > poolsMax) sweep();
      try {
        return await use(entry.pool);
      } finally {
        entry.inFlight -= 1;
        entry.lastUsedMs = performance.now();
      }
    },
    size: () => pools.size,
    async close() {
      clearInterval(timer);
      await Promise.all([...pools].map(([origin, entry]) => drop(origin, entry)));
    },
  };
}

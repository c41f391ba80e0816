import { SERVICES } from '@gx/contracts';
import { LocalWindows } from '@gx/runtime';
import { type RedisAddress, redisAddress } from '@gx/runtime/redis';
import { localClient, servers } from '@gx/testkit';
import { type Instance, type InstanceHost, instanceHost } from '@gx/testkit/faults';
import { keyAdmission } from '../../../../services/gateway/src/admission/admit-key.ts';
import { keyLookup } from '../../../../services/gateway/src/admission/key-lookup.ts';
import { keyRecords } from '../../../../services/gateway/src/admission/key-record.ts';
import { redisWindows } from '../../../../services/gateway/src/admission/redis-windows.ts';
import type { Worker } from './worker.ts';

/** One gateway, as far as it decides whether a key opens anything. */
export type Edge = {
  readonly host: InstanceHost;
  /** True, false, or undefined when it cannot say now. */
  readonly admits: (key: string) => Promise<boolean | undefined>;
};

const PER_MINUTE = 1_000_000;

type Resolve = Parameters<typeof keyLookup>[0];

/** Looks keys up, unless a cache that should not be there is planted. */
function remembering(worker: Worker, resolve: Resolve): Resolve {
  const known = new Map<string, ReturnType<Resolve>>();
  return (call, request) => {
    if (!worker.remembersKeys) return resolve(call, request);
    const answer = known.get(request.fingerprint) ?? resolve(call, request);
    known.set(request.fingerprint, answer);
    return answer;
  };
}

/** The gateway's own admission, wired as the gateway wires it. */
export async function openEdge(worker: Worker, owner: Instance): Promise<Edge> {
  const host = instanceHost(owner, worker.faultHook(owner), () => new Date());
  const clockMs = (): number => performance.now();
  const keys = localClient(SERVICES.keys, 'keys', {
    idempotent: ['ResolveKey'],
    deadlineMs: 10_000,
    faultHook: host.faultHook,
  });
  // One secret for a worker's gateways: what one has looked up, the other finds.
  const records = keyRecords(worker.name);
  const redis = redisWindows(host, {
    address: redisAddress(servers().redisUrl) as RedisAddress,
    prefix: `${worker.name}:`,
    field: records.field,
  });
  await redis.start();
  const decide = keyAdmission({
    redis,
    records,
    local: new LocalWindows(() => clockMs() / 1_000),
    lookup: keyLookup(remembering(worker, keys.resolveKey), clockMs),
    limits: { live: PER_MINUTE, test: PER_MINUTE, accountTimes: 4 },
    clockMs,
  });
  return {
    host,
    admits: async (key) => {
      try {
        const admission = await decide({ call: { requestId: 'edge' }, address: '127.0.0.1', key });
        return 'tenant' in admission;
      } catch {
        return undefined;
      }
    },
  };
}

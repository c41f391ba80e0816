import { KEY_LEASE_MS } from '@gx/contracts';
import { until } from '@gx/testkit';
import { type Edge, wallets } from './gateway.ts';

type Burst = { readonly size: number; readonly requests: () => number };

/**
 * So many requests with one key, whose first look-up is answered on `release`: until then they wait for it.
 * `leases` is how many a busy machine stretched them over: each of those may be asked for once.
 */
export async function heldBurst({ url, keys }: Pick<Edge, 'url' | 'keys'>, key: string, { size, requests }: Burst) {
  const held = Promise.withResolvers<void>();
  let isFirst = true;
  keys.state.beforeAnswer = async () => {
    if (!isFirst) return;
    isFirst = false;
    await held.promise;
  };
  const began = performance.now();
  const answers = Promise.all(Array.from({ length: size }, () => wallets(url, key)));
  await until('each has called Redis', () => requests() >= size);
  // Redis answers one gateway in the order of its questions: when this one is through, the others know that
  // they have to wait.
  await wallets(url, keys.state.issue());
  const leases = 1 + Math.floor((performance.now() - began) / KEY_LEASE_MS);
  return { answers, leases, release: held.resolve };
}

import { allEnded } from '@gx/runtime';
import { redeliverUnacknowledged } from './redeliver-unacknowledged.ts';
import { redeliverUnposted } from './redeliver-unposted.ts';

export type RedeliverDeps = Parameters<typeof redeliverUnacknowledged>[0] & Parameters<typeof redeliverUnposted>[0];

/**
 * Publishes again what charge and the ledger are not known to have. One that fails does not keep the other.
 */
export function redeliverAll(deps: RedeliverDeps): () => Promise<void> {
  const kinds = [redeliverUnacknowledged(deps), redeliverUnposted(deps)];
  return () => allEnded(kinds.map((redeliver) => redeliver()));
}

import { allEnded } from '@gx/runtime';
import { redeliverPayments } from './redeliver-payments.ts';
import { redeliverReturnOrders } from './redeliver-return-orders.ts';
import { redeliverUnposted } from './redeliver-unposted.ts';

export type RedeliverDeps = Parameters<typeof redeliverPayments>[0] &
  Parameters<typeof redeliverUnposted>[0] &
  Parameters<typeof redeliverReturnOrders>[0];

/** Publishes again what its consumers are not known to have. One kind that fails keeps no other from it. */
export function redeliverAll(deps: RedeliverDeps): () => Promise<void> {
  const kinds = [redeliverPayments(deps), redeliverUnposted(deps), redeliverReturnOrders(deps)];
  return () => allEnded(kinds.map((redeliver) => redeliver()));
}

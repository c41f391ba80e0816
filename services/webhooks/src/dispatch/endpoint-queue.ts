import type { QueueKey } from '../domain/delivery.ts';
import type { DueDelivery } from '../store/attempts.ts';
import type { Bound, Occupancy } from './bound.ts';

/** What waits for one endpoint at one host, and what runs there. */
export type EndpointQueue = Occupancy & {
  readonly key: string;
  readonly queueKey: QueueKey;
  readonly hostname: string;
  readonly origin: Bound<EndpointQueue>;
  readonly account: Bound<EndpointQueue>;
  readonly bounds: readonly Bound<EndpointQueue>[];
  waiting: DueDelivery[];
  readonly running: Set<string>;
  limit: number;
  refusedSome: boolean;
};
type Place = Pick<EndpointQueue, 'origin' | 'account' | 'limit'>;

/** An endpoint that moves is another place: its new host owes nothing for the old one. */
export function keyOf({ tenant: { accountId, livemode }, endpointId, origin }: QueueKey): string {
  return `${accountId}/${livemode}/${endpointId}/${origin}`;
}

/** A queue in which nothing waits yet. */
export const endpointQueue = (queueKey: QueueKey, { origin, account, limit }: Place): EndpointQueue => ({
  key: keyOf(queueKey),
  queueKey,
  hostname: new URL(queueKey.origin).hostname,
  origin,
  account,
  bounds: [origin, account],
  waiting: [],
  running: new Set(),
  beganAt: 0,
  isOurFault: false,
  limit,
  refusedSome: false,
});

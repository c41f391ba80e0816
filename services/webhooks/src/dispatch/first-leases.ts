import type { Id } from '@gx/core';
import type { Claim, DueDelivery } from '../store/attempts.ts';
import type { DeliveryStore } from '../store/deliveries.ts';

/**
 * A first lease lasts 5 s (`FIRST_LEASE_MS`). Looked at once a second, one that is 2 s old is extended or
 * rescheduled in time; an attempt that has not begun by then does not begin under it.
 */
export const KEEP_AFTER_MS = 2_000;
const BEGIN_WITHIN_MS = 3_000;

type Deps = { readonly deliveries: Pick<DeliveryStore, 'extend' | 'reschedule'>; readonly leaseMs: number };
type FirstLease = { readonly claim: Claim; readonly sinceMs: number; isUnderWay: boolean };
export type FirstLeases = ReturnType<typeof firstLeases>;

/** The leases under which this process has stored new deliveries, until their attempts are recorded. */
export function firstLeases({ deliveries, leaseMs }: Deps) {
  const leases = new Map<Id<'delivery'>, FirstLease>();
  const rescheduleNow = async (claims: readonly Claim[]): Promise<void> => {
    for (const { id } of claims) leases.delete(id);
    if (claims.length > 0) await deliveries.reschedule(claims, 0);
  };
  return {
    add: (fresh: readonly DueDelivery[]): void => {
      for (const { id, lease } of fresh) if (lease) leases.set(id, { ...lease, isUnderWay: false });
    },

    /** The right to its first attempt, once; undefined when it has to be claimed like any other. */
    begin: (id: Id<'delivery'>): Claim | undefined => {
      const own = leases.get(id);
      if (own === undefined || own.isUnderWay || performance.now() - own.sinceMs >= BEGIN_WITHIN_MS) return undefined;
      own.isUnderWay = true;
      return own.claim;
    },

    /** The attempt that has begun under it has ended: it was recorded, or broke off. */
    end: (id: Id<'delivery'>): void => void leases.delete(id),

    /** What of these is still held is due for anybody at once. */
    reschedule: (left: readonly DueDelivery[]): Promise<void> =>
      rescheduleNow(left.flatMap(({ id }) => leases.get(id)?.claim ?? [])),

    /** Extends the leases of attempts that last, and reschedules what has not begun. */
    async keep(afterMs = KEEP_AFTER_MS): Promise<void> {
      const old = [...leases.values()].filter(({ sinceMs }) => performance.now() - sinceMs >= afterMs);
      const lasting = old.flatMap(({ isUnderWay, claim }) => (isUnderWay ? [claim] : []));
      const waiting = old.flatMap(({ isUnderWay, claim }) => (isUnderWay ? [] : [claim]));
      const extend = async (): Promise<void> => {
        await deliveries.extend(lasting, leaseMs);
        for (const { id } of lasting) leases.delete(id);
      };
      await Promise.all([lasting.length > 0 && extend(), rescheduleNow(waiting)]);
    },
  };
}

import { Refusal, type Tenant } from '@gx/core';
import type { NewDelivery } from '../domain/delivery.ts';
import type { DueDelivery } from '../store/attempts.ts';
import type { DeliveryStore } from '../store/deliveries.ts';
import { type SendsByHand, secondsLeftOfDay } from '../store/sends-by-hand.ts';

export type ByHandDeps = {
  readonly deliveries: DeliveryStore;
  readonly sendsByHand: SendsByHand;
  /** How many an account may ask for on a day, in each world. */
  readonly sendsByHandMax: number;
};

/** The merchant who asks is answered before they are sent. */
const PENDING = (): boolean => false;

/**
 * Stores deliveries that a merchant asked for and answers those that are new. What a repeated call stored
 * before is not counted again. Throws `rate_limited` when the account has asked for as many as it may on a
 * day, and stores none of them then.
 */
export async function storeByHand(
  deps: ByHandDeps,
  tenant: Tenant,
  requested: readonly NewDelivery[],
  now: Date,
): Promise<DueDelivery[]> {
  const missing = await deps.deliveries.missing(requested);
  if (missing.length === 0) return [];
  await claimSendsByHand(deps, tenant, missing.length, now);
  return deps.deliveries.insertNew(missing, PENDING);
}

/** Counts so many in. Throws `rate_limited` when the account has asked for as many as it may on a day. */
export async function claimSendsByHand(
  { sendsByHand, sendsByHandMax: max }: Omit<ByHandDeps, 'deliveries'>,
  tenant: Tenant,
  more: number,
  now: Date,
): Promise<void> {
  if (await sendsByHand.claim(tenant, more, { max, now })) return;
  throw new Refusal('rate_limited', `An account can ask for at most ${max} test and repeated webhooks a day (UTC).`, {
    retryAfterSeconds: secondsLeftOfDay(now),
  });
}

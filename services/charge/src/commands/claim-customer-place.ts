import { COUNTS } from '../domain/velocity.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { Customer, CustomerClaim, CustomerPlace, CustomerStore } from '../store/velocity-customers.ts';

type Deps = { readonly customers: CustomerStore; readonly charges: ChargeStore };
export type TakenPlace = Exclude<CustomerClaim, { kind: 'full' }>;

/** A place that no charge has come for by then belonged to somebody who died before the insert. */
const ABANDONED_MS = 30_000;
/** Every try but the first follows on places that were dropped. */
const TRIES = 4;

/**
 * Takes one of a customer's places for a key; undefined when there is none. Before that is said every place
 * is looked at: those whose charge does not count, and those that nobody ever came for, are dropped.
 */
export async function claimCustomerPlace(deps: Deps, who: Customer, key: string): Promise<TakenPlace | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const claim = await deps.customers.claim(who, key);
    if (claim.kind !== 'full') return claim;
    const dead = await deadAmong(deps, who, claim);
    if (dead.length === 0) return undefined;
    await deps.customers.drop(who, dead);
  }
  return undefined;
}

async function deadAmong(
  { charges }: Deps,
  { tenant }: Customer,
  { places, now }: Extract<CustomerClaim, { kind: 'full' }>,
): Promise<CustomerPlace[]> {
  const keys = places.map(({ key }) => key);
  const statuses = await charges.statusesByKey(tenant, keys);
  return places.filter(({ key, at }) => {
    const status = statuses.get(key);
    return status === undefined ? now.getTime() - at.getTime() > ABANDONED_MS : !COUNTS[status];
  });
}

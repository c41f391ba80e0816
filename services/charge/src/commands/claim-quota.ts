import { setTimeout } from 'node:timers/promises';
import { type Id, Refusal, type Tenant } from '@gx/core';
import type { TxidSecrets } from '../domain/txid.ts';
import { COUNTS, customerKeys, type PayerDetails } from '../domain/velocity.ts';
import type { AccountQuota } from '../store/account-quota.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { BlockingClaim, CustomerQuota } from '../store/customer-quota.ts';

export type ClaimQuotaDeps = {
  readonly charges: ChargeStore;
  readonly customerQuota: CustomerQuota;
  readonly accountQuota: AccountQuota;
  /** Name customers, so that no name, document or address is stored for this. */
  readonly customerSecrets: TxidSecrets;
};
type Claimant = PayerDetails & { readonly tenant: Tenant; readonly id: Id<'charge'> };
/** Undoes the claims of a charge that will not be. */
export type ReleaseQuota = () => Promise<void>;
type Customer = { readonly tenant: Tenant; readonly identities: readonly string[] };

/**
 * How long to wait before each further attempt where a charge that may be given up is about to be inserted,
 * for one.
 */
const PAUSES_MS = [25, 50, 100] as const;
/** A claim whose charge is missing for so long belongs to a process that died before the insert. */
const ABANDONED_MS = 30_000;

/**
 * Claims quota for a charge of its account and under each identity of its customer, or says why there is
 * none and claims nothing (decisions N17, N18, A49).
 */
export async function claimQuota(deps: ClaimQuotaDeps, claimant: Claimant): Promise<ReleaseQuota | Refusal> {
  const { tenant, id } = claimant;
  const { accountQuota, customerQuota } = deps;
  const releaseAccount = await accountQuota.claim(tenant);
  if (releaseAccount === undefined)
    return new Refusal('fraud.account_velocity_exceeded', 'Too many charges of this account in a short time.');
  const identities = identitiesOf(deps, claimant);
  const release = async (): Promise<void> => {
    releaseAccount();
    await customerQuota.release(tenant, identities, [id]);
  };
  if (await claimIdentities(deps, { tenant, identities }, id)) return release;
  await release();
  return new Refusal('fraud.customer_velocity_exceeded', 'Too many charges of this customer in a short time.');
}

/** By each secret, since peers may count by the other alone; in one order everywhere. */
function identitiesOf({ customerQuota, customerSecrets }: ClaimQuotaDeps, claimant: Claimant): string[] {
  if (customerQuota.limit.max === 0) return [];
  return customerSecrets.flatMap((secret) => customerKeys(secret, claimant.tenant, claimant)).toSorted();
}

/**
 * Whether every identity was claimed. Of two charges that want the last claims, one gets all of them: none
 * holds a later identity while it waits for an earlier one.
 */
async function claimIdentities(deps: ClaimQuotaDeps, { tenant, identities }: Customer, id: Id<'charge'>) {
  const { customerQuota } = deps;
  let left = identities;
  for (const pauseMs of [...PAUSES_MS, undefined]) {
    if (left.length === 0) return true;
    left = left.slice(await customerQuota.claim(tenant, left, id));
    if (left.length === 0) return true;
    await customerQuota.release(tenant, left.slice(1), [id]);
    if (pauseMs === undefined || !(await mayHaveRoom(deps, { tenant, identities: left }, pauseMs))) return false;
  }
  return false;
}

/** Drops the claims that do not count; false when all of them do. */
async function mayHaveRoom(
  { charges, customerQuota }: ClaimQuotaDeps,
  { tenant, identities }: Customer,
  pauseMs: number,
): Promise<boolean> {
  const blocking = await customerQuota.blocking(tenant, identities);
  // Of two first claims of an identity at once, one is refused although there is room.
  if (blocking.length === 0) return true;
  const statuses = await charges.statusesById(tenant, chargesOf(blocking));
  const uncounted = blocking.filter(({ charge, ageMs }) => {
    const status = statuses.get(charge);
    const isLive = status === undefined ? ageMs <= ABANDONED_MS : COUNTS[status];
    return !isLive || ageMs >= customerQuota.limit.windowMs;
  });
  if (uncounted.length > 0) {
    await customerQuota.release(tenant, identities, chargesOf(uncounted));
    return true;
  }
  const mayBeGivenUp = blocking.some(({ charge }) => !statuses.has(charge));
  if (mayBeGivenUp) await setTimeout(pauseMs);
  return mayBeGivenUp;
}

const chargesOf = (claims: readonly BlockingClaim[]) => [...new Set(claims.map(({ charge }) => charge))];

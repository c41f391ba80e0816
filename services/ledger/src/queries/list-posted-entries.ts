import type { ListPostedEntriesResponse } from '@gx/contracts/ledger';
import { PLATFORM_ACCOUNT, Refusal, type Tenant } from '@gx/core';
import type { Reference } from '../domain/entry.ts';
import { type Hold, holdOfEntry, isBankReturn } from '../domain/hold.ts';
import { returnedHold } from '../domain/payout-return.ts';
import type { AuditStore } from '../store/audit.ts';

const REFERENCES_MAX = 100;

export type ListPostedEntriesDeps = { readonly audit: Pick<AuditStore, 'entries' | 'holds'> };

/**
 * Which of these entries stand: of the tenant, or of the platform in its environment, whose chain holds the
 * money of no merchant. A hold that was given back before it was placed has no entries and never will have.
 */
export async function listPostedEntries(
  { audit }: ListPostedEntriesDeps,
  { accountId, livemode }: Tenant,
  references: readonly string[],
): Promise<ListPostedEntriesResponse> {
  if (references.length > REFERENCES_MAX)
    throw new Refusal('invalid_request', `At most ${REFERENCES_MAX}.`, { param: 'references' });
  const requested = [...new Set(references)] as Reference[];
  const [entries, holds] = await Promise.all([
    audit.entries(requested),
    audit.holds(requested.map(holdOfEntry).filter((hold) => hold !== undefined)),
  ]);
  const isTheirs = (one: Tenant): boolean =>
    one.livemode === livemode && (one.accountId === accountId || one.accountId === PLATFORM_ACCOUNT);
  const isBooked = (reference: Reference): boolean => {
    const entry = entries.get(reference);
    if (entry !== undefined) return isTheirs(entry);
    const name = holdOfEntry(reference);
    const hold = name === undefined ? undefined : holds.get(name);
    return hold !== undefined && isTheirs(hold) && needsNoEntry(hold, reference);
  };
  return { references: requested.filter(isBooked) };
}

/**
 * A hold that was voided before it was placed has no entries; nor has a state of a bank return that moved
 * nothing, or came after a later one.
 */
function needsNoEntry(hold: Hold, reference: Reference): boolean {
  if (reference.endsWith(':confirm') || returnedHold(reference) !== undefined) return false;
  if (!isBankReturn(hold)) return hold.terms === null;
  return reference.endsWith(':hold') || hold.state !== 'HELD';
}

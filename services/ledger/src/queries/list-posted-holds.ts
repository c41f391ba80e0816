import type { ListPostedHoldsResponse, PostedHold } from '@gx/contracts/ledger';
import { Refusal } from '@gx/core';
import type { JournalEntry, Reference } from '../domain/entry.ts';
import { parseHoldReference } from '../domain/hold.ts';
import type { AuditStore } from '../store/audit.ts';

const REFERENCES_MAX = 100;

export type ListPostedHoldsDeps = { readonly audit: Pick<AuditStore, 'entries'> };

/**
 * What the journal has of the holds of these refunds and payouts, across tenants; one of which no entry stands is left
 * out. Amounts are in the smallest unit. Throws `invalid_request` for more than 100.
 */
export async function listPostedHolds(
  { audit }: ListPostedHoldsDeps,
  references: readonly string[],
): Promise<ListPostedHoldsResponse> {
  if (references.length > REFERENCES_MAX)
    throw new Refusal('invalid_request', `At most ${REFERENCES_MAX}.`, { param: 'references' });
  const holds = [...new Set(references)].map(parseHoldReference).filter((hold) => hold !== undefined);
  const entries = await audit.entries(
    holds.flatMap((hold): Reference[] => [`${hold}:hold`, `${hold}:confirm`, `${hold}:void`]),
  );
  return {
    holds: holds.flatMap((reference): PostedHold[] => {
      const [placed, confirmed, voided] = [
        entries.get(`${reference}:hold`),
        entries.get(`${reference}:confirm`),
        entries.get(`${reference}:void`),
      ];
      // Where both ends stand, which `VerifyLedger` names, money has left the bank.
      if (confirmed !== undefined) return [{ reference, state: 'COMMITTED', amount: sentBy(confirmed) }];
      if (voided !== undefined) return [{ reference, state: 'VOIDED', amount: 0 }];
      return placed === undefined ? [] : [{ reference, state: 'HELD', amount: 0 }];
    }),
  };
}

/** A credit of what is at the bank is below zero. */
const sentBy = ({ postings }: JournalEntry): number =>
  postings.reduce((sum, { address, amount }) => (address === 'provider:clearing' ? sum - amount : sum), 0);

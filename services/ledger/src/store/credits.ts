import type { Id } from '@gx/core';
import { paidReference } from '../domain/entry.ts';
import type { EntryDocument, LedgerModels } from './models.ts';

export type CreditedWindow = { readonly livemode: boolean; readonly from: Date; readonly to: Date };
export type CreditEntry = Pick<EntryDocument, '_id' | 'chargeId' | 'endToEndId' | 'postings'>;
export type CreditStore = ReturnType<typeof creditStore>;

/**
 * References of entries by which money comes from a bank: `paid:` and `suspense:`, a range of the first index
 * each.
 */
const CAME_IN = [
  { $gte: 'paid:', $lt: 'paid;' },
  { $gte: 'suspense:', $lt: 'suspense;' },
] as const;
const FIELDS = { chargeId: 1, endToEndId: 1, postings: 1 } as const;

/** Entries by which money came from a bank, across tenants. */
export const creditStore = ({ entries }: LedgerModels) => ({
  /**
   * Of a window of the journal's own time, in the order of references, after one of them. No index goes by
   * time: it reads every reference.
   */
  async posted({ livemode, from, to }: CreditedWindow, after: string, limit: number): Promise<CreditEntry[]> {
    const found: CreditEntry[] = [];
    for (const range of CAME_IN) {
      if (after >= range.$lt || found.length >= limit) continue;
      const start = after > range.$gte ? { $gt: after, $lt: range.$lt } : range;
      const page = await entries
        .find({ _id: start as object, livemode, at: { $gte: from, $lt: to } }, FIELDS)
        .sort({ _id: 1 })
        .limit(limit - found.length)
        .lean<CreditEntry[]>();
      found.push(...page);
    }
    return found;
  },

  ofCharges: (charges: readonly Id<'charge'>[]): Promise<CreditEntry[]> =>
    entries.find({ _id: { $in: charges.map(paidReference) } }, FIELDS).lean<CreditEntry[]>(),
});

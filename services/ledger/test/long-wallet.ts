import { newId, sha256Hex } from '@gx/core';
import type { JournalEntry, Reference } from '../src/domain/entry.ts';
import { type ListedBalance, listingOf } from '../src/domain/listing.ts';
import type { Posting } from '../src/domain/postings.ts';
import type { WalletKey } from '../src/domain/wallet.ts';
import { fromEntry } from '../src/store/documents.ts';
import type { LedgerModels } from '../src/store/models.ts';

const AT_ONCE = 10_000;
/** One in so many is a payout. */
export const PAYOUT_EACH = 97;

/**
 * Inserts the entries of a wallet as they would stand, `everyMs` apart: credits of 10.00, and now and then a
 * payout of 1.00. Their hashes are of their places alone: nothing here verifies them.
 */
export async function plantLongWallet(
  { entries, wallets }: LedgerModels,
  key: WalletKey,
  { count, from, everyMs }: { readonly count: number; readonly from: Date; readonly everyMs: number },
): Promise<void> {
  let before: ListedBalance = { at: new Date(0), available: 0, pending: 0, retained: 0 };
  for (let first = 1; first <= count; first += AT_ONCE) {
    const documents = Array.from({ length: Math.min(AT_ONCE, count - first + 1) }, (_, nth) => {
      const entry = entryAt(key, first + nth, new Date(from.getTime() + (first + nth) * everyMs));
      before = listingOf(before, entry);
      return fromEntry({ ...entry, listing: before as JournalEntry['listing'] & object });
    });
    await entries.collection.insertMany(documents as never, { ordered: false, writeConcern: { w: 1, j: false } });
  }
  const { available, pending, retained, at } = before;
  const end = { seq: count, head: sha256Hex(String(count)), listed: { seq: count, at } };
  await wallets.collection.insertOne({ ...key, available, pending, retained, receivable: 0, ...end } as never);
}

function entryAt(key: WalletKey, seq: number, at: Date): JournalEntry {
  const id = newId('charge');
  const isPayout = seq % PAYOUT_EACH === 0;
  const postings: readonly Posting[] = isPayout
    ? [
        { address: 'merchant:available', amount: 100 },
        { address: 'merchant:retained', amount: -100 },
      ]
    : [
        { address: 'provider:clearing', amount: 1_000 },
        { address: 'merchant:available', amount: -990 },
        { address: 'platform:fees', amount: -10 },
      ];
  const reference: Reference = isPayout ? `payout:${id}:hold` : `paid:${id}`;
  const named = { reference, chargeId: isPayout ? null : id, endToEndId: null };
  return { ...key, ...named, postings, releaseAt: null, seq, at, hash: sha256Hex(String(seq)) };
}

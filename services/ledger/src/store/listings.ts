import { invariant, PLATFORM_ACCOUNT } from '@gx/core';
import type { JournalEntry } from '../domain/entry.ts';
import { type EntryListing, isWhollyListed, type ListedBalance, listingOf } from '../domain/listing.ts';
import { type Wallet, type WalletKey, walletKeyOf } from '../domain/wallet.ts';
import { toEntry, toWallet } from './documents.ts';
import type { EntryDocument, LedgerModels, WalletDocument } from './models.ts';

const AT_ONCE = 500;
const NOTHING: ListedBalance = { at: new Date(0), available: 0, pending: 0, retained: 0 };

/**
 * Lists of wallets that are behind their chains: those of entries that a release wrote which knew no lists.
 * What is written follows from the journal alone, so two that write it write the same.
 */
export const listingStore = ({ entries, wallets }: LedgerModels) => ({
  /** Wallets whose list is behind, of all tenants. It reads every wallet. */
  async *behind(): AsyncGenerator<WalletKey> {
    const filter = { accountId: { $ne: PLATFORM_ACCOUNT }, $expr: { $ne: ['$listed.seq', '$seq'] } };
    for await (const wallet of wallets.find(filter).lean<WalletDocument[]>().cursor({ batchSize: AT_ONCE }))
      yield walletKeyOf(wallet as WalletDocument);
  },

  /**
   * Takes the next entries of a chain into its list; false when none is missing. A hole in a chain, which
   * `VerifyLedger` names, is an invariant broken.
   */
  async listNext(key: WalletKey): Promise<boolean> {
    const own = walletKeyOf(key);
    const found = await wallets.findOne(own).lean<WalletDocument>();
    const wallet: Wallet | undefined = found === null ? undefined : toWallet(found);
    if (wallet === undefined || isWhollyListed(wallet)) return false;
    const from = wallet.listed?.seq ?? 0;
    const page = await entries
      .find({ ...own, seq: { $gte: from, $lte: wallet.seq } })
      .sort({ seq: 1 })
      .limit(AT_ONCE)
      .hint('wallet_seq')
      .lean<EntryDocument[]>();
    const listed = listedAfter(page.map(toEntry), from);
    const last = listed.at(-1);
    invariant(last !== undefined, 'a wallet with more entries than there are');
    await entries.bulkWrite(listed.map(toUpdate) as never, { ordered: false });
    const before = wallet.listed === undefined ? { listed: { $exists: false } } : { 'listed.seq': from };
    await wallets.updateOne(
      { ...own, ...before },
      { $set: { 'listed.seq': last.seq }, $max: { 'listed.at': last.listing.at } },
    );
    return true;
  },

  /**
   * Lets nothing more come into a list before a moment: from then on, what is written is listed at it or
   * later (ADR 109). A wallet that has no entry yet takes its first one in its own time.
   */
  async close(key: WalletKey, until: Date): Promise<void> {
    const open = { ...walletKeyOf(key), 'listed.at': { $lt: until } };
    await wallets.updateOne(open, { $set: { 'listed.at': until } });
  },
});
export type ListingStore = ReturnType<typeof listingStore>;

type Listed = JournalEntry & { readonly listing: EntryListing };

/** The entries after a place as they are to be listed, on top of the one at it. */
function listedAfter(page: readonly JournalEntry[], from: number): readonly Listed[] {
  const base = from === 0 ? undefined : page[0];
  invariant(from === 0 || (base?.seq === from && base.listing !== undefined), 'a list that ends nowhere');
  let before: ListedBalance = base?.listing ?? NOTHING;
  let seq = from;
  const listed: Listed[] = [];
  for (const entry of page.slice(base === undefined ? 0 : 1)) {
    invariant(entry.seq === seq + 1, 'a chain with a hole');
    const listing = listingOf(before, entry);
    listed.push({ ...entry, listing });
    before = listing;
    seq = entry.seq;
  }
  return listed;
}

const toUpdate = ({ reference, listing }: Listed) => ({
  updateOne: { filter: { _id: reference, listing: { $exists: false } }, update: { $set: { listing } } },
});

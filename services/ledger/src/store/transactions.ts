import type { Id, Tenant } from '@gx/core';
import type { JournalEntry } from '../domain/entry.ts';
import type { TransactionSource, TransactionType } from '../domain/transaction.ts';
import { type Wallet, type WalletKey, walletKeyOf } from '../domain/wallet.ts';
import { toEntry, toWallet } from './documents.ts';
import type { EntryDocument, LedgerModels, WalletDocument } from './models.ts';

/** A stretch of a chain: the places after `after`, up to and with `upTo`. */
export type ChainRange = { readonly after: number; readonly upTo: number };
export type PageOfChain = ChainRange & { readonly type?: TransactionType | undefined; readonly limit: number };

/**
 * The journal as lists of wallets. Each read goes by one index, named here, so that a page costs the same
 * however long a chain is.
 */
export const transactionStore = ({ entries, wallets }: LedgerModels) => ({
  async walletsOf({ accountId, livemode }: Tenant, currency?: string): Promise<readonly Wallet[]> {
    const own = { accountId, livemode, ...(currency === undefined ? {} : { currency }) };
    return (await wallets.find(own).lean<WalletDocument[]>()).map(toWallet);
  },

  /** The last place of a chain whose entry is listed before a moment; 0 when none is. */
  async lastBefore(key: WalletKey, at: Date): Promise<number> {
    const last = await entries
      .findOne({ ...walletKeyOf(key), 'listing.at': { $lt: at } }, { _id: 0, seq: 1 })
      .sort({ 'listing.at': -1, seq: -1 })
      .hint('listed_at')
      .lean<Pick<EntryDocument, 'seq'>>();
    return last?.seq ?? 0;
  },

  /** The entry at a place; undefined when there is none. */
  async entryAt(key: WalletKey, seq: number): Promise<JournalEntry | undefined> {
    const found = await entries
      .findOne({ ...walletKeyOf(key), seq })
      .hint('wallet_seq')
      .lean<EntryDocument>();
    return found === null ? undefined : toEntry(found);
  },

  /** The last entries of a stretch, newest first; of a type: those with a line of it. */
  async newest(key: WalletKey, { after, upTo, type, limit }: PageOfChain): Promise<readonly JournalEntry[]> {
    const found = await entries
      .find({
        ...walletKeyOf(key),
        seq: { $gt: after, $lte: upTo },
        ...(type === undefined ? {} : { 'listing.types': type }),
      })
      .sort({ seq: -1 })
      .limit(limit)
      .hint(type === undefined ? 'wallet_seq' : 'listed_types')
      .lean<EntryDocument[]>();
    return found.map(toEntry);
  },

  /** The first entries of a stretch, oldest first. */
  async oldest(key: WalletKey, { after, upTo }: ChainRange, limit: number): Promise<readonly JournalEntry[]> {
    const found = await entries
      .find({ ...walletKeyOf(key), seq: { $gt: after, $lte: upTo } })
      .sort({ seq: 1 })
      .limit(limit)
      .hint('wallet_seq')
      .lean<EntryDocument[]>();
    return found.map(toEntry);
  },

  /** All entries of a tenant that come from one of these: a handful each. */
  async ofSources(
    { accountId, livemode }: Tenant,
    sources: readonly TransactionSource[],
  ): Promise<readonly JournalEntry[]> {
    const own = { accountId, livemode };
    const found = await Promise.all(
      sources.map((source) => {
        const query =
          source.type === 'return'
            ? entries.find({ ...own, refundId: source.id as Id<'refund'> }).hint('refund_row')
            : entries.find({ ...own, ...referencesOf(source) } as object).hint('_id_');
        return query.lean<EntryDocument[]>();
      }),
    );
    return found.flat().map(toEntry);
  },
});
export type TransactionStore = ReturnType<typeof transactionStore>;

/** Of a charge two entries are named by it, of all else whatever begins with its name. */
const referencesOf = ({ type, id }: TransactionSource) =>
  type === 'charge'
    ? { _id: { $in: [`paid:${id}`, `release:${id}`] } }
    : { _id: { $gte: `${type}:${id}:`, $lt: `${type}:${id};` } };

import type { JournalEntry } from '../domain/entry.ts';
import { type Wallet, type WalletKey, walletKeyOf } from '../domain/wallet.ts';
import { toEntry, toKey, toWallet } from './documents.ts';
import type { EntryDocument, LedgerModels, WalletDocument } from './models.ts';

const KEY_ORDER = { accountId: 1, livemode: 1, currency: 1 } as const;
const KEY_FIELDS = { _id: 0, accountId: 1, livemode: 1, currency: 1 } as const;
type Held = { readonly pending: number; readonly tranches: number };
const ENTRIES_AT_ONCE = 500;

/** What the verifier reads: across tenants, in the order of the indexes, never more in memory than one page. */
export const auditStore = ({ entries, wallets, tranches }: LedgerModels) => ({
  /**
   * The wallet after `key` in the order of keys, whether it has a document, entries or both: money without a wallet has
   * to be found as well as a wallet without money.
   */
  async walletAfter(key: WalletKey | undefined): Promise<WalletKey | undefined> {
    const filter = key === undefined ? {} : { $or: after(key) };
    const stored = await wallets.findOne(filter, KEY_FIELDS).sort(KEY_ORDER).lean<WalletDocument>();
    const journaled = await entries
      .findOne(filter, KEY_FIELDS)
      .sort({ ...KEY_ORDER, seq: 1 })
      .lean<EntryDocument>();
    const found = [stored, journaled].filter((document) => document !== null).map(toKey);
    return found.sort(byKey)[0];
  },

  /** The highest place in a wallet's chain that an entry holds; 0 when there is none. */
  async lastSeq(key: WalletKey): Promise<number> {
    const last = await entries.findOne(walletKeyOf(key), { seq: 1 }).sort({ seq: -1 }).lean<EntryDocument>();
    return last?.seq ?? 0;
  },

  async wallet(key: WalletKey): Promise<Wallet | undefined> {
    const found = await wallets.findOne(walletKeyOf(key)).lean<WalletDocument>();
    return found === null ? undefined : toWallet(found);
  },

  /** What a wallet calls pending, and what its tranches sum to, both as of one moment. */
  async held(key: WalletKey): Promise<Held> {
    const sum = [{ $match: walletKeyOf(key) }, { $group: { _id: null, amount: { $sum: '$amount' } } }];
    const [found] = await wallets
      .aggregate<{ pending: number; held: { amount: number }[] }>([
        { $match: walletKeyOf(key) },
        { $lookup: { from: tranches.collection.name, pipeline: sum, as: 'held' } },
        { $project: { _id: 0, pending: 1, held: 1 } },
      ])
      .readConcern('snapshot');
    return { pending: found?.pending ?? 0, tranches: found?.held[0]?.amount ?? 0 };
  },

  /** A wallet's entries in order, up to and with `seq`. */
  async *chain(key: WalletKey, seq: number): AsyncGenerator<JournalEntry> {
    const cursor = entries
      .find({ ...walletKeyOf(key), seq: { $lte: seq } })
      .sort({ ...KEY_ORDER, seq: 1 })
      .lean<EntryDocument[]>()
      .cursor({ batchSize: ENTRIES_AT_ONCE });
    for await (const document of cursor) yield toEntry(document as EntryDocument);
  },
});
export type AuditStore = ReturnType<typeof auditStore>;

const after = ({ accountId, livemode, currency }: WalletKey) => [
  { accountId, livemode, currency: { $gt: currency } },
  { accountId, livemode: { $gt: livemode } },
  { accountId: { $gt: accountId } },
];

function byKey(a: WalletKey, b: WalletKey): number {
  if (a.accountId !== b.accountId) return a.accountId < b.accountId ? -1 : 1;
  if (a.livemode !== b.livemode) return a.livemode ? 1 : -1;
  return a.currency < b.currency ? -1 : 1;
}

import type { Id } from '@gx/core';
import type { HoldReference, JournalEntry, Reference } from '../domain/entry.ts';
import type { Hold } from '../domain/hold.ts';
import type { Tranche } from '../domain/tranche.ts';
import type { Backing } from '../domain/walk.ts';
import { type Wallet, type WalletKey, walletKeyOf } from '../domain/wallet.ts';
import { toEntry, toHold, toTranche, toWallet } from './documents.ts';
import type { EntryDocument, HoldDocument, LedgerModels, TrancheDocument, WalletDocument } from './models.ts';

const KEY_ORDER = { accountId: 1, livemode: 1, currency: 1 } as const;
const KEY_FIELDS = { _id: 0, accountId: 1, livemode: 1, currency: 1 } as const;
const AT_ONCE = 500;

/**
 * What the verifier reads: across tenants, in the order of the indexes, never more in memory than one page.
 */
export const auditStore = ({ entries, wallets, tranches, holds }: LedgerModels) => ({
  /**
   * The wallet after `key` in the order of keys, wherever its name stands: money without a wallet has to be
   * found as well as a wallet without money.
   */
  async walletAfter(key: WalletKey | undefined): Promise<WalletKey | undefined> {
    const filter = key === undefined ? {} : { $or: after(key) };
    const named = await Promise.all([
      wallets.findOne(filter, KEY_FIELDS).sort(KEY_ORDER).lean<WalletKey>(),
      entries
        .findOne(filter, KEY_FIELDS)
        .sort({ ...KEY_ORDER, seq: 1 })
        .lean<WalletKey>(),
      tranches
        .findOne(filter, KEY_FIELDS)
        .sort({ ...KEY_ORDER, releaseAt: 1, _id: 1 })
        .lean<WalletKey>(),
      holds
        .findOne(filter, KEY_FIELDS)
        .sort({ ...KEY_ORDER, _id: 1 })
        .lean<WalletKey>(),
    ]);
    return named.filter((found) => found !== null).sort(byKey)[0];
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

  /**
   * What a wallet calls pending and retained, and what its tranches and open holds sum to, as of one moment.
   */
  async backing(key: WalletKey): Promise<Backing> {
    const own = walletKeyOf(key);
    const sum = (from: string, match: object, amount: string | object, as: string) => ({
      $lookup: { from, pipeline: [{ $match: match }, { $group: { _id: null, sum: { $sum: amount } } }], as },
    });
    const [found] = await wallets
      .aggregate<{ pending: number; retained: number; tranches: Sum[]; holds: Sum[] }>([
        { $match: own },
        sum(tranches.collection.name, own, '$amount', 'tranches'),
        sum(holds.collection.name, { ...own, state: 'HELD' }, STILL_HELD, 'holds'),
      ])
      .readConcern('snapshot');
    return {
      pending: found?.pending ?? 0,
      tranches: found?.tranches[0]?.sum ?? 0,
      retained: found?.retained ?? 0,
      holds: found?.holds[0]?.sum ?? 0,
    };
  },

  /** A wallet's entries in order, up to and with `seq`, in pages. */
  chain: (key: WalletKey, seq: number): AsyncGenerator<readonly JournalEntry[]> =>
    pages(
      entries
        .find({ ...walletKeyOf(key), seq: { $lte: seq } })
        .sort({ ...KEY_ORDER, seq: 1 })
        .lean(),
      toEntry,
    ),

  holdsOfWallet: (key: WalletKey): AsyncGenerator<readonly Hold[]> =>
    pages(
      holds
        .find(walletKeyOf(key))
        .sort({ ...KEY_ORDER, _id: 1 })
        .lean(),
      toHold,
    ),

  tranchesOfWallet: (key: WalletKey): AsyncGenerator<readonly Tranche[]> =>
    pages(
      tranches
        .find(walletKeyOf(key))
        .sort({ ...KEY_ORDER, releaseAt: 1 })
        .lean(),
      toTranche,
    ),

  async entries(references: readonly Reference[]): Promise<ReadonlyMap<Reference, JournalEntry>> {
    if (references.length === 0) return new Map();
    const found = await entries.find({ _id: { $in: references } }).lean<EntryDocument[]>();
    return new Map(found.map(toEntry).map((entry) => [entry.reference, entry]));
  },

  async holds(references: readonly HoldReference[]): Promise<ReadonlyMap<HoldReference, Hold>> {
    if (references.length === 0) return new Map();
    const found = await holds.find({ _id: { $in: references } }).lean<HoldDocument[]>();
    return new Map(found.map(toHold).map((hold) => [hold.reference, hold]));
  },

  /** What bank returns have taken out of the tranches of these charges (below zero), less what went back. */
  async moved(charges: readonly Id<'charge'>[]): Promise<ReadonlyMap<Id<'charge'>, number>> {
    if (charges.length === 0) return new Map();
    const among = { 'tranches.chargeId': { $in: charges } };
    const sums = await entries.aggregate<{ _id: Id<'charge'>; sum: number }>([
      { $match: among },
      { $unwind: '$tranches' },
      { $match: among },
      { $group: { _id: '$tranches.chargeId', sum: { $sum: '$tranches.amount' } } },
    ]);
    return new Map(sums.map(({ _id, sum }) => [_id, sum]));
  },

  /** A tranche and what bank returns moved of it, as of one moment; undefined: there is none. */
  async trancheAtOnce(
    charge: Id<'charge'>,
  ): Promise<{ readonly tranche: Tranche; readonly moved: number } | undefined> {
    const movesOf = [
      { $match: { 'tranches.chargeId': charge } },
      { $unwind: '$tranches' },
      { $match: { 'tranches.chargeId': charge } },
      { $group: { _id: null, sum: { $sum: '$tranches.amount' } } },
    ];
    const [found] = await tranches
      .aggregate<TrancheDocument & { moves: Sum[] }>([
        { $match: { _id: charge } },
        { $lookup: { from: entries.collection.name, pipeline: movesOf, as: 'moves' } },
      ])
      .readConcern('snapshot');
    if (found === undefined) return undefined;
    const { moves, ...tranche } = found;
    return { tranche: toTranche(tranche), moved: moves[0]?.sum ?? 0 };
  },

  async tranches(charges: readonly Id<'charge'>[]): Promise<ReadonlyMap<Id<'charge'>, Tranche>> {
    if (charges.length === 0) return new Map();
    const found = await tranches.find({ _id: { $in: charges } }).lean<TrancheDocument[]>();
    return new Map(found.map(toTranche).map((tranche) => [tranche.chargeId, tranche]));
  },
});
export type AuditStore = ReturnType<typeof auditStore>;

/** Of a case about a Pix: less what devolutions have taken, and what was given back. */
const STILL_HELD = { $subtract: ['$held', { $add: [{ $sum: '$paid.fromHold' }, { $ifNull: ['$released', 0] }] }] };

type Sum = { readonly sum: number };
type CursorQuery = { readonly cursor: (options: { readonly batchSize: number }) => AsyncIterable<unknown> };

async function* pages<D, T>(query: CursorQuery, read: (document: D) => T): AsyncGenerator<readonly T[]> {
  let page: T[] = [];
  for await (const document of query.cursor({ batchSize: AT_ONCE })) {
    page.push(read(document as D));
    if (page.length < AT_ONCE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

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

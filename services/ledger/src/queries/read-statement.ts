import { PLATFORM_ACCOUNT, Refusal } from '@gx/core';
import { completeListing } from '../commands/complete-listing.ts';
import type { WalletKey } from '../domain/wallet.ts';
import { transactionsOf, type WalletTransaction } from '../domain/wallet-transaction.ts';
import type { ListingStore } from '../store/listings.ts';
import type { ChainRange, TransactionStore } from '../store/transactions.ts';

export type ReadStatementDeps = {
  readonly transactions: TransactionStore;
  readonly listings: ListingStore;
  readonly now: () => Date;
};

export type StatementQuestion = {
  readonly wallet: WalletKey;
  /** From and with, to and without. */
  readonly from: Date;
  readonly to: Date;
  readonly after?: string | undefined;
};
export type StatementPage = {
  readonly openingBalance: number;
  readonly closingBalance: number;
  /** Oldest first. */
  readonly transactions: readonly WalletTransaction[];
  readonly next: string | undefined;
};

const ENTRIES_AT_ONCE = 500;

/**
 * A page of what happened in a wallet in a period, with its balances at both ends. The first page fixes where
 * it ends, so that all pages are of one moment; a period that is over is closed before it is read (ADR 109).
 */
export async function readStatement(
  { transactions: store, listings, now }: ReadStatementDeps,
  { wallet, from, to, after }: StatementQuestion,
  signal?: AbortSignal,
): Promise<StatementPage> {
  if (wallet.accountId === PLATFORM_ACCOUNT)
    return { openingBalance: 0, closingBalance: 0, transactions: [], next: undefined };
  const stretch = after === undefined ? await begin() : parseNext(after);
  const page = await store.oldest(wallet, { after: stretch.at, upTo: stretch.upTo }, ENTRIES_AT_ONCE);
  const last = page.at(-1);
  const isOver = last === undefined || last.seq >= stretch.upTo;
  return {
    openingBalance: await balanceAt(store, wallet, stretch.after),
    closingBalance: await balanceAt(store, wallet, stretch.upTo),
    transactions: page.flatMap(transactionsOf),
    next: isOver ? undefined : [stretch.after, stretch.upTo, last.seq].join('-'),
  };

  async function begin(): Promise<Stretch> {
    await completeListing({ listings }, wallet, signal);
    if (to <= now()) await listings.close(wallet, to);
    const before = await store.lastBefore(wallet, from);
    return { after: before, upTo: Math.max(before, await store.lastBefore(wallet, to)), at: before };
  }
}

/** The places of a period, and how far its pages have come. */
type Stretch = ChainRange & { readonly at: number };

const NEXT = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/;

function parseNext(text: string): Stretch {
  const [, after, upTo, at] = NEXT.exec(text) ?? [];
  if (at === undefined) throw new Refusal('invalid_request', 'No such page of a statement.', { param: 'after' });
  return { after: Number(after), upTo: Number(upTo), at: Number(at) };
}

async function balanceAt(store: TransactionStore, wallet: WalletKey, seq: number): Promise<number> {
  const listing = seq === 0 ? undefined : (await store.entryAt(wallet, seq))?.listing;
  return listing === undefined ? 0 : listing.available + listing.pending + listing.retained;
}

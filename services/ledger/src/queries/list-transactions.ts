import { PLATFORM_ACCOUNT, Refusal, type Tenant } from '@gx/core';
import { completeListing } from '../commands/complete-listing.ts';
import type { JournalEntry } from '../domain/entry.ts';
import type { TransactionSource, TransactionType } from '../domain/transaction.ts';
import { isPlaceOf, parseTransactionId } from '../domain/transaction-id.ts';
import type { Wallet } from '../domain/wallet.ts';
import {
  type ListPosition,
  newestFirst,
  transactionsOf,
  type WalletTransaction,
} from '../domain/wallet-transaction.ts';
import type { ListingStore } from '../store/listings.ts';
import type { ChainRange, TransactionStore } from '../store/transactions.ts';

export type ListTransactionsDeps = { readonly transactions: TransactionStore; readonly listings: ListingStore };

export type TransactionFilter = {
  readonly limit: number;
  readonly startingAfter?: string | undefined;
  readonly currency?: string | undefined;
  readonly type?: TransactionType | undefined;
  /** Both inclusive. */
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  /** From any of them; none: from whatever it is. */
  readonly sources: readonly TransactionSource[];
};
export type TransactionPage = { readonly transactions: readonly WalletTransaction[]; readonly hasMore: boolean };

const LIMIT_MAX = 100;

/**
 * A page of what happened in a tenant's wallets, newest first: each wallet's chain backwards, from the place
 * where the page before ended. Refusal `invalid_cursor` for a cursor that is no line of these wallets.
 */
export async function listTransactions(
  { transactions: store, listings }: ListTransactionsDeps,
  tenant: Tenant,
  filter: TransactionFilter,
  signal?: AbortSignal,
): Promise<TransactionPage> {
  const { limit } = filter;
  if (limit < 1 || limit > LIMIT_MAX)
    throw new Refusal('invalid_request', `The limit must be from 1 to ${LIMIT_MAX}.`, { param: 'limit' });
  const cursor = filter.startingAfter === undefined ? undefined : await positionOf(store, tenant, filter.startingAfter);
  if (tenant.accountId === PLATFORM_ACCOUNT) return { transactions: [], hasMore: false };
  const wallets = await store.walletsOf(tenant, filter.currency);
  for (const wallet of wallets) await completeListing({ listings }, wallet, signal);
  const ranges = new Map<Wallet, ChainRange>();
  for (const wallet of wallets) ranges.set(wallet, await rangeOf(store, wallet, { ...filter, cursor }));
  const entries =
    filter.sources.length > 0
      ? within(ranges, await store.ofSources(tenant, filter.sources))
      : await newestOf(store, ranges, filter);
  const lines = entries
    .flatMap(transactionsOf)
    .filter((line) => (cursor === undefined || newestFirst(line, cursor) > 0) && isOf(line, filter))
    .sort(newestFirst);
  return { transactions: lines.slice(0, limit), hasMore: lines.length > limit };
}

/** Each entry gives a line at least, and the cursor's own perhaps none any more. */
async function newestOf(
  store: TransactionStore,
  ranges: ReadonlyMap<Wallet, ChainRange>,
  { limit, type }: TransactionFilter,
): Promise<readonly JournalEntry[]> {
  const pages = await Promise.all(
    [...ranges].map(([wallet, range]) => store.newest(wallet, { ...range, type, limit: limit + 2 })),
  );
  return pages.flat();
}

const within = (ranges: ReadonlyMap<Wallet, ChainRange>, entries: readonly JournalEntry[]): readonly JournalEntry[] =>
  entries.filter(({ currency, seq }) =>
    [...ranges].some(([wallet, { after, upTo }]) => wallet.currency === currency && seq > after && seq <= upTo),
  );

const isOf = ({ type, source }: WalletTransaction, filter: TransactionFilter): boolean =>
  (filter.type === undefined || filter.type === type) &&
  (filter.sources.length === 0 || filter.sources.some((one) => one.type === source?.type && one.id === source.id));

async function positionOf(store: TransactionStore, tenant: Tenant, cursor: string): Promise<ListPosition> {
  const unknown = new Refusal('invalid_cursor', 'No such transaction in this list.', { param: 'starting_after' });
  const place = parseTransactionId(cursor);
  if (place === undefined) throw unknown;
  const entry = await store.entryAt({ ...tenant, currency: place.currency }, place.seq);
  // Of another wallet, the entry at the same place has another hash.
  const isThere = entry?.listing !== undefined && isPlaceOf(place, entry);
  const found = isThere ? transactionsOf(entry)[place.line] : undefined;
  if (found === undefined) throw unknown;
  return found;
}

type Bounds = Pick<TransactionFilter, 'createdAfter' | 'createdBefore'> & { readonly cursor: ListPosition | undefined };

/** Which part of a chain may hold the page: times and the cursor become places. */
async function rangeOf(store: TransactionStore, wallet: Wallet, bounds: Bounds): Promise<ChainRange> {
  const { createdAfter, createdBefore, cursor } = bounds;
  const ends = [
    wallet.seq,
    ...(createdBefore === undefined ? [] : [await store.lastBefore(wallet, justAfter(createdBefore))]),
    ...(cursor === undefined ? [] : [await lastUpTo(store, wallet, cursor)]),
  ];
  const after = createdAfter === undefined ? 0 : await store.lastBefore(wallet, createdAfter);
  return { after, upTo: Math.min(...ends) };
}

/** The last place of a wallet that is not newer than a position, which may be in another of its tenant. */
async function lastUpTo(
  store: TransactionStore,
  wallet: Wallet,
  { createdAt, seq, currency }: ListPosition,
): Promise<number> {
  if (wallet.currency === currency) return seq;
  const [before, upTo] = await Promise.all([
    store.lastBefore(wallet, createdAt),
    store.lastBefore(wallet, justAfter(createdAt)),
  ]);
  return Math.max(before, Math.min(upTo, seq));
}

const justAfter = (at: Date): Date => new Date(at.getTime() + 1);

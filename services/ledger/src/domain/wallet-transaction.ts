import { invariant } from '@gx/core';
import type { JournalEntry } from './entry.ts';
import { type BalanceChange, linesOf, sourceOf, type TransactionLine, type TransactionSource } from './transaction.ts';
import { transactionId } from './transaction-id.ts';

/** A line of the list of a wallet, in its place. */
export type WalletTransaction = Omit<TransactionLine, 'change'> & {
  readonly id: string;
  readonly currency: string;
  readonly seq: number;
  readonly line: number;
  /** What is in the wallet after this line; after the last of an entry it is the wallet after the entry. */
  readonly balanceAfter: BalanceChange;
  readonly source: TransactionSource | undefined;
  readonly createdAt: Date;
  /** Of a pending credit when it is released, else when it was created. */
  readonly availableAt: Date;
};

/** The lines of a listed entry, in their order. */
export function transactionsOf(entry: JournalEntry): readonly WalletTransaction[] {
  const { listing, currency, seq } = entry;
  invariant(listing !== undefined, 'an entry that is in no list');
  const lines = linesOf(entry);
  const source = sourceOf(entry);
  const availableAt = availableAtOf(entry, listing.at);
  let balanceAfter = lines.reduce<BalanceChange>((left, { change }) => plus(left, change, -1), listing);
  return lines.map(({ change, ...line }, nth): WalletTransaction => {
    balanceAfter = plus(balanceAfter, change, 1);
    const place = { id: transactionId(entry, nth), currency, seq, line: nth };
    return { ...line, ...place, balanceAfter, source, createdAt: listing.at, availableAt };
  });
}

/** Where a line stands among all of a tenant. */
export type ListPosition = Pick<WalletTransaction, 'createdAt' | 'seq' | 'currency' | 'line'>;

/** Newest first, by time, place and line; wallets that moved at the same moment by their currency. */
export const newestFirst = (a: ListPosition, b: ListPosition): number =>
  b.createdAt.getTime() - a.createdAt.getTime() ||
  b.seq - a.seq ||
  (a.currency === b.currency ? b.line - a.line : a.currency < b.currency ? -1 : 1);

const plus = (one: BalanceChange, other: BalanceChange, sign: 1 | -1): BalanceChange => ({
  available: one.available + sign * other.available,
  pending: one.pending + sign * other.pending,
  retained: one.retained + sign * other.retained,
});

/** What an entry makes pending, a credit or what was taken of one, is released at a time; never before it is there. */
function availableAtOf({ releaseAt, tranches = [] }: JournalEntry, at: Date): Date {
  const back = tranches.filter(({ amount }) => amount > 0).map((tranche) => tranche.releaseAt.getTime());
  return new Date(Math.max(at.getTime(), releaseAt?.getTime() ?? 0, ...back));
}

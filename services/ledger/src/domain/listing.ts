import { PLATFORM_ACCOUNT } from '@gx/core';
import type { EntryDraft, JournalEntry } from './entry.ts';
import { movementOf } from './postings.ts';
import { type BalanceChange, linesOf, type TransactionType } from './transaction.ts';
import type { Wallet } from './wallet.ts';

/** What is in a wallet, in the smallest unit, and when that came to be. */
export type ListedBalance = BalanceChange & { readonly at: Date };

/**
 * What the list of a wallet needs of an entry without a walk: the balances after it, its time in the list,
 * which is never before that of the entry before it, and which types its lines have. It follows from the
 * journal and is no part of any hash: the verifier holds it against a replay (ADR 110).
 */
export type EntryListing = ListedBalance & { readonly types: readonly TransactionType[] };

/** Of an entry, on top of what was listed before it. */
export function listingOf(
  before: ListedBalance,
  entry: Pick<JournalEntry, 'reference' | 'postings' | 'at'>,
): EntryListing {
  const { available, pending, retained } = movementOf(entry.postings);
  return {
    at: latest(before.at, entry.at),
    available: before.available + available,
    pending: before.pending + pending,
    retained: before.retained + retained,
    types: [...new Set(linesOf(entry).map(({ type }) => type))],
  };
}

export const latest = (one: Date, other: Date): Date => (one.getTime() < other.getTime() ? other : one);

/** Nobody sees a list of what belongs to no merchant. */
export const hasList = ({ accountId }: Pick<EntryDraft, 'accountId'>): boolean => accountId !== PLATFORM_ACCOUNT;

/**
 * The wallet as its list goes on from it; undefined while it has entries that are not listed yet, which those
 * that come are not before them.
 */
export const listedEnd = (wallet: Wallet): ListedBalance | undefined =>
  wallet.listed !== undefined && wallet.listed.seq === wallet.seq ? { ...wallet, at: wallet.listed.at } : undefined;

/** Whether all that stands in a wallet is listed, as far as it has a list. */
export const isWhollyListed = (wallet: Wallet): boolean => !hasList(wallet) || listedEnd(wallet) !== undefined;

import type { Cents } from '@gx/core';

/**
 * Every ledger address. The merchant's three belong to the wallet of the entry; the others are the platform's and are
 * no documents: their balance is the sum of their postings in the journal, per livemode and currency.
 */
export const ADDRESSES = [
  'merchant:available',
  'merchant:pending',
  'merchant:retained',
  'platform:fees',
  'provider:clearing',
  'provider:fees_payable',
] as const;

export type LedgerAddress = (typeof ADDRESSES)[number];

/** One side of an entry, in the smallest unit: a debit is above zero, a credit below. */
export type Posting = { readonly address: LedgerAddress; readonly amount: number };

/** What a paid charge is made of. */
export type Credit = { readonly amount: Cents; readonly providerFee: Cents; readonly platformFee: Cents };

/** How the merchant's three balances change. */
export type Movement = { readonly available: number; readonly pending: number; readonly retained: number };

const debit = (address: LedgerAddress, amount: number): Posting => ({ address, amount });
const credit = (address: LedgerAddress, amount: number): Posting => ({ address, amount: 0 - amount });
const isMoved = ({ amount }: Posting): boolean => amount !== 0;

/** The bank owes us the amount; we owe the merchant the net and the bank its fee; the rest is ours (decisions, section 3). */
export function paidPostings({ amount, providerFee, platformFee }: Credit, held: boolean): readonly Posting[] {
  return [
    debit('provider:clearing', amount),
    credit(held ? 'merchant:pending' : 'merchant:available', amount - providerFee - platformFee),
    credit('platform:fees', platformFee),
    credit('provider:fees_payable', providerFee),
  ].filter(isMoved);
}

/** A tranche that is due moves inside the merchant's wallet. */
export const releasePostings = (amount: Cents): readonly Posting[] => [
  debit('merchant:pending', amount),
  credit('merchant:available', amount),
];

/** Whole amounts that sum to zero: all that the ledger asks of an entry. */
export const isBalanced = (postings: readonly Posting[]): boolean =>
  postings.length > 0 &&
  postings.every(({ amount }) => Number.isSafeInteger(amount)) &&
  postings.reduce((sum, { amount }) => sum + amount, 0) === 0;

/** The change of the wallet: what is credited to a merchant's address is added to it. */
export function movementOf(postings: readonly Posting[]): Movement {
  const moved = (address: LedgerAddress): number =>
    postings.reduce((sum, posting) => (posting.address === address ? sum - posting.amount : sum), 0);
  return {
    available: moved('merchant:available'),
    pending: moved('merchant:pending'),
    retained: moved('merchant:retained'),
  };
}

import type { Cents } from '@gx/core';

/**
 * Every ledger address. The merchant's four belong to the wallet of the entry; the others are the platform's
 * and are no documents: their balance is the sum of their postings in the journal, per livemode and currency.
 */
export const ADDRESSES = [
  'merchant:available',
  'merchant:pending',
  'merchant:receivable',
  'merchant:retained',
  'platform:costs',
  'platform:fees',
  'platform:losses',
  'platform:suspense',
  'provider:clearing',
  'provider:fees_payable',
] as const;

export type LedgerAddress = (typeof ADDRESSES)[number];

/** One side of an entry, in the smallest unit: a debit is above zero, a credit below. */
export type Posting = { readonly address: LedgerAddress; readonly amount: number };

/** Where a credit comes from: the bank's account, or what was set aside while it was not known who paid. */
export type CreditSource = 'provider:clearing' | 'platform:suspense';

/** What a paid charge is made of. */
export type Credit = { readonly amount: Cents; readonly providerFee: Cents; readonly platformFee: Cents };

/** How the merchant's three balances change, and what the merchant owes us. */
export type Movement = {
  readonly available: number;
  readonly pending: number;
  readonly retained: number;
  readonly receivable: number;
};

const debit = (address: LedgerAddress, amount: number): Posting => ({ address, amount });
const credit = (address: LedgerAddress, amount: number): Posting => ({ address, amount: 0 - amount });
const isMoved = ({ amount }: Posting): boolean => amount !== 0;

/**
 * The bank owes us the amount; we owe the merchant the net and the bank its fee; the rest is ours (decisions,
 * section 3).
 */
export function paidPostings(
  { amount, providerFee, platformFee }: Credit,
  isDelayed: boolean,
  source: CreditSource = 'provider:clearing',
): readonly Posting[] {
  return [
    debit(source, amount),
    credit(isDelayed ? 'merchant:pending' : 'merchant:available', amount - providerFee - platformFee),
    credit('platform:fees', platformFee),
    credit('provider:fees_payable', providerFee),
  ].filter(isMoved);
}

/** A tranche that is due moves inside the merchant's wallet. */
export const releasePostings = (amount: Cents): readonly Posting[] => [
  debit('merchant:pending', amount),
  credit('merchant:available', amount),
];

/** Money that is set aside inside the merchant's wallet. */
export const holdPostings = (held: Cents): readonly Posting[] => [
  debit('merchant:available', held),
  credit('merchant:retained', held),
];

/** What was set aside goes back to where it was. */
export const voidPostings = (held: Cents): readonly Posting[] => [
  debit('merchant:retained', held),
  credit('merchant:available', held),
];

/**
 * What a hold pays for: the amount that leaves the bank, and the fee, borne by the merchant or by us. The
 * bank takes `providerFee`, which is all of the fee where it is absent.
 */
export type Outlay = {
  readonly amount: Cents;
  readonly fee: Cents;
  readonly feePayer: 'MERCHANT' | 'PLATFORM';
  readonly providerFee?: Cents;
};

export const providerFeeOf = ({ fee, providerFee }: Outlay): Cents => providerFee ?? fee;

/**
 * What was set aside leaves the bank. What the merchant pays beyond the bank's fee is ours, what the bank
 * takes beyond that is a cost of ours (decisions, sections 3 and 7).
 */
export function confirmPostings(outlay: Outlay): readonly Posting[] {
  const { amount, fee, feePayer } = outlay;
  const paid = feePayer === 'MERCHANT' ? fee : 0;
  const taken = providerFeeOf(outlay);
  return [
    debit('merchant:retained', amount + paid),
    credit('provider:clearing', amount),
    debit('platform:costs', Math.max(0, taken - paid)),
    credit('provider:fees_payable', taken),
    credit('platform:fees', Math.max(0, paid - taken)),
  ].filter(isMoved);
}

/** What was sent has come back from the bank. */
export const payoutReturnPostings = (amount: Cents): readonly Posting[] => [
  debit('provider:clearing', amount),
  credit('merchant:available', amount),
];

/** Money at the bank that belongs to no wallet until it is known what becomes of it. */
export const suspensePostings = (amount: Cents): readonly Posting[] => [
  debit('provider:clearing', amount),
  credit('platform:suspense', amount),
];

/** Money that was not to be kept has left the bank. */
export const returnedPostings = (amount: Cents): readonly Posting[] => [
  debit('platform:suspense', amount),
  credit('provider:clearing', amount),
];

/** Money left the bank that nobody had set aside: we bear it, and what the bank took for it. */
export const lossPostings = (amount: Cents, fee: Cents): readonly Posting[] =>
  [
    debit('platform:losses', amount),
    credit('provider:clearing', amount),
    debit('platform:costs', fee),
    credit('provider:fees_payable', fee),
  ].filter(isMoved);

/** Whole amounts that sum to zero: all that the ledger asks of an entry. */
export const isBalanced = (postings: readonly Posting[]): boolean =>
  postings.length > 0 &&
  postings.every(({ amount }) => Number.isSafeInteger(amount)) &&
  postings.reduce((sum, { amount }) => sum + amount, 0) === 0;

/**
 * The change of the wallet: what is credited to a merchant's address is added to it, and what is debited to
 * the debt.
 */
export function movementOf(postings: readonly Posting[]): Movement {
  const moved = (address: LedgerAddress): number =>
    postings.reduce((sum, posting) => (posting.address === address ? sum - posting.amount : sum), 0);
  return {
    available: moved('merchant:available'),
    pending: moved('merchant:pending'),
    retained: moved('merchant:retained'),
    receivable: 0 - moved('merchant:receivable'),
  };
}

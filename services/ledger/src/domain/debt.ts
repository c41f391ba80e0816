import type { Cents } from '@gx/core';
import { movementOf, type Posting } from './postings.ts';

/**
 * What a wallet has, and what its merchant owes us because a dispute asked for more than was there (decisions
 * A65).
 */
export type WalletDebt = { readonly available: Cents; readonly receivable: Cents };

/**
 * What postings become where they stand in a wallet. While the merchant owes something, whatever would become
 * available pays that first. Where the entry `mayOwe`, what is not there to be taken is owed instead;
 * everywhere else it stays a debit that will not fit.
 */
export function withDebt(
  postings: readonly Posting[],
  { available, receivable }: WalletDebt,
  mayOwe: boolean,
): readonly Posting[] {
  const change = movementOf(postings).available;
  if (change > 0 && receivable > 0) return moved(postings, -Math.min(change, receivable));
  const short = -(available + change);
  return mayOwe && short > 0 ? moved(postings, Math.min(short, -change)) : postings;
}

/**
 * The same postings as if nobody had owed anything: what an entry says, wherever in the chain it came to
 * stand.
 */
export function withoutDebt(postings: readonly Posting[]): readonly Posting[] {
  if (postings.every(({ address }) => address !== 'merchant:receivable')) return postings;
  const sums = new Map<Posting['address'], number>();
  for (const { address, amount } of postings) {
    const target = address === 'merchant:receivable' ? 'merchant:available' : address;
    sums.set(target, (sums.get(target) ?? 0) + amount);
  }
  return [...sums].map(([address, amount]) => ({ address, amount }));
}

/**
 * Moves `owed` of the posting to available over to the debt: above zero it is owed, below zero it is paid.
 */
const moved = (postings: readonly Posting[], owed: number): readonly Posting[] =>
  postings
    .flatMap((posting): Posting[] =>
      posting.address === 'merchant:available'
        ? [
            { ...posting, amount: posting.amount - owed },
            { address: 'merchant:receivable', amount: owed },
          ]
        : [posting],
    )
    .filter(({ amount }) => amount !== 0);

import { cents } from '@gx/core';
import test from 'ava';
import fc from 'fast-check';
import { confirmPostings, isBalanced, movementOf, paidPostings, releasePostings } from './postings.ts';

const amounts = fc.record({
  amount: fc.integer({ min: 1, max: 999_999_999_999 }).map(cents),
  providerShare: fc.nat({ max: 1_000 }),
  platformShare: fc.nat({ max: 1_000 }),
});
const credits = amounts.map(({ amount, providerShare, platformShare }) => {
  const providerFee = cents(Math.floor((amount * providerShare) / 2_000));
  return { amount, providerFee, platformFee: cents(Math.floor(((amount - providerFee) * platformShare) / 1_000)) };
});

test('a paid charge debits the clearing and credits merchant, platform and provider', (t) => {
  const postings = paidPostings({ amount: cents(1_000), providerFee: cents(10), platformFee: cents(10) }, false);
  t.deepEqual(postings, [
    { address: 'provider:clearing', amount: 1_000 },
    { address: 'merchant:available', amount: -980 },
    { address: 'platform:fees', amount: -10 },
    { address: 'provider:fees_payable', amount: -10 },
  ]);
});

test('a held credit goes to pending and nothing else changes', (t) => {
  const credit = { amount: cents(1_000), providerFee: cents(0), platformFee: cents(10) };
  t.deepEqual(movementOf(paidPostings(credit, true)), { available: 0, pending: 990, retained: 0, receivable: 0 });
  t.deepEqual(movementOf(paidPostings(credit, false)), { available: 990, pending: 0, retained: 0, receivable: 0 });
});

test('a side of nothing is no posting', (t) => {
  const postings = paidPostings({ amount: cents(10), providerFee: cents(10), platformFee: cents(0) }, false);
  t.deepEqual(
    postings.map(({ address }) => address),
    ['provider:clearing', 'provider:fees_payable'],
  );
});

test('the postings of any credit sum to zero, and the merchant gets the net', (t) => {
  fc.assert(
    fc.property(credits, fc.boolean(), (credit, held) => {
      const postings = paidPostings(credit, held);
      const { available, pending } = movementOf(postings);
      return isBalanced(postings) && available + pending === credit.amount - credit.providerFee - credit.platformFee;
    }),
  );
  t.pass();
});

test('a release moves from pending to available and sums to zero', (t) => {
  const postings = releasePostings(cents(990));
  t.true(isBalanced(postings));
  t.deepEqual(movementOf(postings), { available: 990, pending: -990, retained: 0, receivable: 0 });
});

test('what a hold pays for sums to zero, by whom the fee is borne and whatever of it the bank takes', (t) => {
  const fees = fc.record({ amount: fc.integer({ min: 1, max: 10_000 }), fee: fc.nat(200), providerFee: fc.nat(300) });
  fc.assert(
    fc.property(fees, fc.constantFrom('MERCHANT', 'PLATFORM'), (sums, feePayer) => {
      const outlay = {
        amount: cents(sums.amount),
        fee: cents(sums.fee),
        providerFee: cents(sums.providerFee),
        feePayer,
      };
      const postings = confirmPostings(outlay);
      const of = (address: string): number => postings.find((one) => one.address === address)?.amount ?? 0;
      t.true(isBalanced(postings));
      t.is(of('merchant:retained'), sums.amount + (feePayer === 'MERCHANT' ? sums.fee : 0));
      t.deepEqual([of('provider:clearing'), of('provider:fees_payable')], [-sums.amount, -sums.providerFee || 0]);
      t.true(of('platform:fees') === 0 || of('platform:costs') === 0, 'it earns or it pays');
    }),
  );
});

test('postings that are empty, broken or do not sum to zero are not balanced', (t) => {
  const sides = (debit: number, credit: number) => [
    { address: 'provider:clearing', amount: debit } as const,
    { address: 'merchant:available', amount: credit } as const,
  ];
  t.true(isBalanced(sides(5, -5)));
  for (const wrong of [[], sides(5, -4), sides(0.5, -0.5), sides(Number.NaN, 0), sides(2 ** 53, -(2 ** 53))]) {
    t.false(isBalanced(wrong));
  }
});

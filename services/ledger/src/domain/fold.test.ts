import { cents, type EndToEndId, type Id, sha256Hex } from '@gx/core';
import test from 'ava';
import fc from 'fast-check';
import { type EntryDraft, hashOf, type JournalEntry, paidReference } from './entry.ts';
import { firstOfEach, fold } from './fold.ts';
import { paidPostings } from './postings.ts';
import { beginWalk, endWalk, step } from './walk.ts';
import { unopenedWallet, type Wallet, type WalletKey } from './wallet.ts';

const key: WalletKey = { accountId: 'a' as Id<'account'>, livemode: false, currency: 'BRL' };
const at = new Date('2026-11-21T12:00:00.000Z');

function draft(nth: number, amount = 100 + nth, held = false): EntryDraft {
  const chargeId = `c${nth}` as Id<'charge'>;
  return {
    ...key,
    reference: paidReference(chargeId),
    chargeId,
    endToEndId: `E${nth}` as EndToEndId,
    postings: paidPostings({ amount: cents(amount), providerFee: cents(1), platformFee: cents(2) }, held),
    releaseAt: held ? at : null,
  };
}

/** A ledger in memory that follows the store's rule: what stands is left out, the rest is folded. */
function applyAll(batches: readonly (readonly EntryDraft[])[]): { wallet: Wallet; journal: JournalEntry[] } {
  let wallet = unopenedWallet(key);
  const journal: JournalEntry[] = [];
  for (const batch of batches) {
    const fresh = firstOfEach(batch).filter(({ reference }) => journal.every((entry) => entry.reference !== reference));
    const folded = fold(wallet, fresh, at);
    journal.push(...folded.entries);
    wallet = folded.after;
  }
  return { wallet, journal };
}

const balancesOf = ({ available, pending, retained, seq }: Wallet) => ({ available, pending, retained, seq });

/** Drafts 0 to n, some of them again and again, in any order and cut into any batches. */
const schedules = fc.integer({ min: 1, max: 25 }).chain((count) =>
  fc
    .tuple(
      fc.array(fc.nat({ max: count - 1 }), { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 20 }),
      fc.array(fc.nat(), { minLength: 100, maxLength: 100 }),
    )
    .map(([copies, sizes, order]) => {
      const all = [...Array(count).keys(), ...copies];
      const shuffled = all
        .map((nth, index) => ({ nth, rank: order[index % order.length] ?? 0 }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ nth }) => draft(nth, 100 + nth, nth % 3 === 0));
      const batches: EntryDraft[][] = [];
      for (let nth = 0; shuffled.length > 0; nth += 1) batches.push(shuffled.splice(0, sizes[nth % sizes.length]));
      return { count, batches };
    }),
);

test('any sequence of batches with duplicates and reorderings gives the same balances', (t) => {
  fc.assert(
    fc.property(schedules, ({ count, batches }) => {
      const once = applyAll([[...Array(count).keys()].map((nth) => draft(nth, 100 + nth, nth % 3 === 0))]);
      const { wallet, journal } = applyAll(batches);
      t.deepEqual(balancesOf(wallet), balancesOf(once.wallet));
      t.is(journal.length, count);
    }),
    { numRuns: 200 },
  );
});

test('what was folded in any batches is a chain that the walk finds whole', (t) => {
  fc.assert(
    fc.property(schedules, ({ batches }) => {
      const { wallet, journal } = applyAll(batches);
      let walk = beginWalk(key);
      for (const entry of journal) {
        const next = step(walk, entry);
        t.deepEqual(next.problems, []);
        walk = next.walk;
      }
      t.deepEqual(endWalk(walk, wallet), []);
    }),
    { numRuns: 100 },
  );
});

test('the first entry follows the genesis of its wallet, each other one the entry before it', (t) => {
  const { entries, after } = fold(unopenedWallet(key), [draft(1), draft(2)], at);
  const [first, second] = entries as [JournalEntry, JournalEntry];
  t.is(first.hash, hashOf(sha256Hex('genesis:a:test:BRL'), first));
  t.is(second.hash, hashOf(first.hash, second));
  t.is(after.head, second.hash);
  t.deepEqual([first.seq, second.seq, after.seq], [1, 2, 2]);
});

test('a balance that no integer can hold is refused alone; what fits is posted', (t) => {
  const rich = { ...unopenedWallet(key), available: cents(Number.MAX_SAFE_INTEGER - 500) };
  const { entries, refused, after } = fold(rich, [draft(1, 1_000), draft(2, 103)], at);
  t.deepEqual(
    refused.map(({ draft: { chargeId }, reason }) => [chargeId as string, reason]),
    [['c1', 'balance_out_of_range']],
  );
  t.is(entries.length, 1);
  t.is(after.available as number, Number.MAX_SAFE_INTEGER - 400);
});

test('a movement below zero is refused', (t) => {
  const overdrawn: EntryDraft = {
    ...draft(1),
    postings: [
      { address: 'merchant:pending', amount: 5 },
      { address: 'merchant:available', amount: -5 },
    ],
  };
  const { entries, refused } = fold(unopenedWallet(key), [overdrawn], at);
  t.is(entries.length, 0);
  t.is(refused.length, 1);
});

import { cents, type EndToEndId, type Id } from '@gx/core';
import test from 'ava';
import fc from 'fast-check';
import { withDebt, withoutDebt } from './debt.ts';
import { type JournalEntry, paidReference, saysTheSame } from './entry.ts';
import { type Act, fold, type WalletSnapshot } from './fold.ts';
import type { HoldAct } from './hold.ts';
import { holdPostings, paidPostings, voidPostings } from './postings.ts';
import { backingFits, beginWalk, endWalk, step } from './walk.ts';
import { unopenedWallet, type WalletKey } from './wallet.ts';

const key: WalletKey = { accountId: 'a' as Id<'account'>, livemode: false, currency: 'EUR' };
const at = new Date('2026-11-21T12:00:00.000Z');
const unopened: WalletSnapshot = {
  wallet: unopenedWallet(key),
  entries: new Map(),
  holds: new Map(),
  tranches: new Map(),
  lent: new Map(),
};

const paid = (nth: number, amount: number): Act => {
  const chargeId = `c${nth}` as Id<'charge'>;
  const postings = paidPostings({ amount: cents(amount), providerFee: cents(0), platformFee: cents(0) }, false);
  const draft = { ...key, reference: paidReference(chargeId), chargeId, endToEndId: `E${nth}` as EndToEndId };
  return { kind: 'post', draft: { ...draft, postings, releaseAt: null } };
};
const hold = (kind: HoldAct['kind'], reference: HoldAct['reference'], amount: number): Act => {
  const terms = { amount: cents(amount), fee: cents(0), feePayer: 'MERCHANT', chargeId: null } as const;
  return { kind: 'hold', act: kind === 'place' ? { ...key, reference, kind, terms } : { ...key, reference, kind } };
};

/** Each act folded alone, on top of all that stands. */
function apply(acts: readonly Act[]) {
  let standing = unopened;
  const journal: JournalEntry[] = [];
  const kinds: string[] = [];
  for (const act of acts) {
    const folded = fold(standing, [act], { at, creditMax: cents(0) });
    journal.push(...folded.entries);
    kinds.push(...folded.outcomes.map(({ kind }) => kind));
    const entries = new Map(journal.map((entry) => [entry.reference, entry]));
    const holds = new Map([...standing.holds, ...folded.holds.map((one) => [one.reference, one] as const)]);
    standing = { ...standing, wallet: folded.after, entries, holds };
  }
  return { standing, journal, kinds };
}
const balances = (acts: readonly Act[]): number[] => {
  const { available, retained, receivable } = apply(acts).standing.wallet;
  return [available, retained, receivable];
};

const D = 'dispute:1' as const;
const sequence = test.macro({
  exec(t, acts: readonly Act[], expected: readonly [available: number, retained: number, receivable: number]) {
    t.deepEqual(balances(acts), [...expected]);
  },
  title: (title) => `disputes: ${title}`,
});
const OPEN = [paid(1, 100), hold('place', D, 100)];
const SHORT = [paid(1, 100), hold('place', 'refund:1', 70), hold('place', D, 100)];
test('what is there is set aside', sequence, OPEN, [0, 100, 0]);
test('what is not there is owed', sequence, SHORT, [0, 170, 70]);
test('nothing is there: all of it is owed', sequence, [hold('place', D, 100)], [0, 100, 100]);
test('later credits pay what is owed first', sequence, [...SHORT, paid(2, 50), paid(3, 50)], [30, 170, 0]);
test('won, all of it is back', sequence, [...OPEN, hold('void', D, 0)], [100, 0, 0]);
test('won while something is owed, that is paid first', sequence, [...SHORT, hold('void', D, 0)], [30, 70, 0]);
test('won after the debt was paid', sequence, [...SHORT, paid(2, 70), hold('void', D, 0)], [100, 70, 0]);
test('lost, the money is gone', sequence, [...OPEN, hold('commit', D, 0)], [0, 0, 0]);
test('lost, what is owed stays owed', sequence, [...SHORT, hold('commit', D, 0), paid(2, 60)], [0, 70, 10]);
test('a refund that fails pays what is owed', sequence, [...SHORT, hold('void', 'refund:1', 0)], [0, 100, 0]);
test('opened twice is once', sequence, [...OPEN, hold('place', D, 100)], [0, 100, 0]);

test('a merchant who owes has nothing to spend, and a refund is short as ever', (t) => {
  t.is(apply([...SHORT, hold('place', 'refund:2', 1)]).kinds.at(-1), 'short');
});

test('an entry that paid a debt is known when its credit is delivered again; another amount is not', (t) => {
  const { kinds } = apply([...SHORT, paid(2, 50), paid(2, 50), paid(2, 51)]);
  t.deepEqual(kinds.slice(-3), ['posted', 'known', 'refused']);
});

test('without a debt postings are the very ones that were drafted', (t) => {
  const postings = holdPostings(cents(5));
  t.is(withDebt(postings, { available: cents(5), receivable: cents(0) }, true), postings);
  t.is(withoutDebt(postings), postings);
});

test('postings with a debt say the same as without, however it was split', (t) => {
  const numbers = { available: fc.nat(500), receivable: fc.nat(500), amount: fc.integer({ min: 1, max: 500 }) };
  fc.assert(
    fc.property(fc.record(numbers), fc.boolean(), ({ available, receivable, amount }, comesBack) => {
      const drafted = comesBack ? voidPostings(cents(amount)) : holdPostings(cents(amount));
      const there = withDebt(drafted, { available: cents(available), receivable: cents(receivable) }, !comesBack);
      t.deepEqual(withoutDebt(there), [...drafted]);
      t.is(
        there.reduce((sum, posting) => sum + posting.amount, 0),
        0,
      );
    }),
  );
});

const anything = fc.array(
  fc.oneof(
    fc.record({ nth: fc.nat(12), amount: fc.constant(0) }).map(({ nth }) => paid(nth, 40 + nth)),
    fc
      .record({
        nth: fc.nat(3),
        kind: fc.constantFrom('place', 'commit', 'void'),
        what: fc.constantFrom('refund', 'dispute'),
      })
      .map(({ nth, kind, what }) => hold(kind, `${what}:${nth}`, 90 + nth)),
  ),
  { maxLength: 60 },
);

test('in any order: never negative, nothing to spend while something is owed, the chain whole, no money made', (t) => {
  fc.assert(
    fc.property(anything, (acts) => {
      const { standing, journal } = apply(acts);
      let walk = beginWalk(key);
      for (const entry of journal) {
        const next = step(walk, entry);
        t.deepEqual(next.problems, []);
        t.true(next.walk.available === 0 || next.walk.receivable === 0);
        walk = next.walk;
      }
      t.deepEqual(endWalk(walk, standing.wallet), []);
      const { pending, available, retained, receivable } = standing.wallet;
      const held = [...standing.holds.values()].reduce((sum, one) => (one.state === 'HELD' ? sum + one.held : sum), 0);
      t.deepEqual(backingFits(walk, { pending, tranches: 0, retained, holds: held }), []);
      const gone = [...standing.holds.values()].reduce(
        (sum, one) => (one.state === 'COMMITTED' ? sum + one.held : sum),
        0,
      );
      const came = journal.reduce(
        (sum, { reference }) => (reference.startsWith('paid:c') ? sum + 40 + Number(reference.slice(6)) : sum),
        0,
      );
      t.is(available + retained - receivable, came - gone);
      for (const entry of journal) t.true(saysTheSame(entry, { ...entry, postings: withoutDebt(entry.postings) }));
    }),
    { numRuns: 300 },
  );
});

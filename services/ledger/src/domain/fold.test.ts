import { cents, type EndToEndId, type Id, sha256Hex } from '@gx/core';
import test from 'ava';
import fc from 'fast-check';
import { type EntryDraft, type HoldReference, hashOf, type JournalEntry, paidReference } from './entry.ts';
import { type Act, type FoldResult, fold, type WalletSnapshot } from './fold.ts';
import type { Hold, HoldAct } from './hold.ts';
import { paidPostings } from './postings.ts';
import { backingFits, beginWalk, endWalk, step } from './walk.ts';
import { unopenedWallet, type Wallet, type WalletKey } from './wallet.ts';

const key: WalletKey = { accountId: 'a' as Id<'account'>, livemode: false, currency: 'BRL' };
const at = new Date('2026-11-21T12:00:00.000Z');
const unopened: WalletSnapshot = {
  wallet: unopenedWallet(key),
  entries: new Map(),
  holds: new Map(),
  tranches: new Map(),
  lent: new Map(),
};

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

const post = (...of: Parameters<typeof draft>): Act => ({ kind: 'post', draft: draft(...of) });
const hold = (kind: HoldAct['kind'], nth: number, amount = 0): Act => ({
  kind: 'hold',
  act: {
    ...key,
    reference: `refund:${nth}`,
    kind,
    terms: {
      amount: cents(amount),
      fee: cents(nth),
      feePayer: nth % 2 === 0 ? 'MERCHANT' : 'PLATFORM',
      chargeId: null,
    },
  },
});

type Ledger = {
  readonly standing: WalletSnapshot;
  readonly journal: readonly JournalEntry[];
  readonly outcomes: FoldResult['outcomes'];
};

/** A ledger in memory that follows the store's rule: a batch is folded on top of all that stands. */
function applyAll(batches: readonly (readonly Act[])[]): Ledger {
  let ledger: Ledger = { standing: unopened, journal: [], outcomes: [] };
  for (const batch of batches) {
    const folded = fold(ledger.standing, batch, { at, creditMax: cents(0) });
    const journal = [...ledger.journal, ...folded.entries];
    const holds = new Map([...ledger.standing.holds, ...folded.holds.map((one) => [one.reference, one] as const)]);
    const entries = new Map(journal.map((entry) => [entry.reference, entry]));
    ledger = {
      standing: { ...ledger.standing, wallet: folded.after, entries, holds },
      journal,
      outcomes: [...ledger.outcomes, ...folded.outcomes],
    };
  }
  return ledger;
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
        .map(({ nth }) => post(nth, 100 + nth, nth % 3 === 0));
      return { count, batches: cut(shuffled, sizes) };
    }),
);

function cut(acts: readonly Act[], sizes: readonly number[]): Act[][] {
  const left = [...acts];
  const batches: Act[][] = [];
  for (let nth = 0; left.length > 0; nth += 1) batches.push(left.splice(0, sizes[nth % sizes.length]));
  return batches;
}

/** Credits and all acts on a few holds, in any order, repeated at will. */
const mixed = fc.array(
  fc.oneof(
    fc.nat({ max: 9 }).map((nth) => post(nth)),
    fc
      .record({ nth: fc.nat({ max: 5 }), kind: fc.constantFrom('place', 'commit', 'void') })
      .map(({ nth, kind }) => hold(kind, nth, 60 + nth)),
  ),
  { maxLength: 60 },
);

test('any sequence of batches with duplicates and reorderings gives the same balances', (t) => {
  fc.assert(
    fc.property(schedules, ({ count, batches }) => {
      const once = applyAll([[...Array(count).keys()].map((nth) => post(nth, 100 + nth, nth % 3 === 0))]);
      const { standing, journal } = applyAll(batches);
      t.deepEqual(balancesOf(standing.wallet), balancesOf(once.standing.wallet));
      t.is(journal.length, count);
    }),
    { numRuns: 200 },
  );
});

test('credits and holds in any order: folded together or apart they come out the same, balances backed, chain whole', (t) => {
  fc.assert(
    fc.property(mixed, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }), (acts, sizes) => {
      const { standing, journal, outcomes } = applyAll(cut(acts, sizes));
      const together = applyAll([acts]);
      t.deepEqual(standing.wallet, together.standing.wallet);
      t.deepEqual(outcomes, together.outcomes);
      let walk = beginWalk(key);
      for (const entry of journal) {
        const next = step(walk, entry);
        t.deepEqual(next.problems, []);
        walk = next.walk;
      }
      t.deepEqual(endWalk(walk, standing.wallet), []);
      const { pending, retained } = standing.wallet;
      const holds = sumOfHeld([...standing.holds.values()]);
      t.deepEqual(backingFits(walk, { pending, tranches: 0, retained, holds }), []);
    }),
    { numRuns: 300 },
  );
});

const sumOfHeld = (holds: readonly Hold[]): number =>
  holds.reduce((sum, { state, held }) => (state === 'HELD' ? sum + held : sum), 0);

test('two holds that come together for the last balance: the first one gets it, the other one is short and leaves no trace', (t) => {
  const { standing, outcomes, journal } = applyAll([[post(1, 103), hold('place', 2, 90), hold('place', 4, 90)]]);
  t.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['posted', 'stands', 'short'],
  );
  t.like(outcomes[2], { available: 8, required: 94 });
  t.like(standing.wallet, { available: 8, retained: 92 });
  t.false(standing.holds.has('refund:4' as HoldReference));
  t.is(journal.length, 2);
});

test('a hold is decided by what stands at its place: a credit that comes later in the batch does not help it', (t) => {
  const { outcomes } = applyAll([[hold('place', 2, 50), post(1), hold('place', 2, 50)]]);
  t.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['short', 'posted', 'stands'],
  );
});

test('the first entry follows the genesis of its wallet, each other one the entry before it', (t) => {
  const { entries, after } = fold(unopened, [post(1), post(2)], { at, creditMax: cents(0) });
  const [first, second] = entries as [JournalEntry, JournalEntry];
  t.is(first.hash, hashOf(sha256Hex('genesis:a:test:BRL'), first));
  t.is(second.hash, hashOf(first.hash, second));
  t.is(after.head, second.hash);
  t.deepEqual([first.seq, second.seq, after.seq], [1, 2, 2]);
});

test('a balance that no integer can hold is refused alone; what fits is posted', (t) => {
  const rich = { ...unopened.wallet, available: cents(Number.MAX_SAFE_INTEGER - 500) };
  const { entries, outcomes, after } = fold({ ...unopened, wallet: rich }, [post(1, 1_000), post(2, 103)], {
    at,
    creditMax: cents(0),
  });
  t.deepEqual(
    outcomes.map((outcome) => (outcome.kind === 'refused' ? outcome.reason : outcome.kind)),
    ['balance_out_of_range', 'posted'],
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
  const { entries, outcomes } = fold(unopened, [{ kind: 'post', draft: overdrawn }], { at, creditMax: cents(0) });
  t.is(entries.length, 0);
  t.deepEqual(outcomes, [{ kind: 'refused', reason: 'balance_out_of_range' }]);
});

test('the end of a hold that its wallet does not hold any more is refused alone, and leaves no half of itself', (t) => {
  const { standing } = applyAll([[post(1, 1_000), hold('place', 2, 100), hold('place', 4, 50)]]);
  const robbed = { ...standing, wallet: { ...standing.wallet, retained: cents(60) } };
  const ends = [hold('commit', 2), hold('commit', 4), { ...hold('commit', 6, 70) }, post(2)];
  const { entries, outcomes, holds, after } = fold(robbed, ends, { at, creditMax: cents(0) });
  t.deepEqual(
    outcomes.map((outcome) => (outcome.kind === 'refused' ? outcome.reason : outcome.kind)),
    ['balance_out_of_range', 'stands', 'stands', 'posted'],
  );
  t.deepEqual(
    entries.map(({ reference, seq }) => `${seq - standing.wallet.seq} ${reference}`),
    ['1 refund:4:confirm', '2 refund:6:hold', '3 refund:6:confirm', '4 paid:c2'],
  );
  t.deepEqual(
    holds.map(({ reference }) => reference),
    ['refund:4', 'refund:6'],
  );
  t.is(after.retained as number, 60 - 54);
});

test('a reference that says something else the second time is refused, whether it stood or came in the same batch', (t) => {
  const { outcomes, journal } = applyAll([
    [post(1), post(1, 900)],
    [post(1, 901), post(1)],
  ]);
  t.deepEqual(
    outcomes.map((outcome) => (outcome.kind === 'refused' ? outcome.reason : outcome.kind)),
    ['posted', 'reference_says_otherwise', 'reference_says_otherwise', 'known'],
  );
  t.is(journal.length, 1);
});

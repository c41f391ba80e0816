import { type Cents, cents, type EndToEndId, type Id } from '@gx/core';
import test from 'ava';
import fc from 'fast-check';
import { type BankReturnAct, entriesOfBankReturn } from './bank-return.ts';
import { type EntryDraft, type JournalEntry, paidReference, saysTheSame } from './entry.ts';
import { type Act, fold, type WalletSnapshot } from './fold.ts';
import { paidPostings } from './postings.ts';
import { releaseTranche } from './tranche.ts';
import { backingFits, beginWalk, endWalk, step } from './walk.ts';
import { unopenedWallet, type WalletKey } from './wallet.ts';

const key: WalletKey = { accountId: 'a' as Id<'account'>, livemode: false, currency: 'BRL' };
const at = new Date('2026-11-21T12:00:00.000Z');
const charge = (nth: number): Id<'charge'> => `c${nth}` as Id<'charge'>;

/** A credit of so much, available at once or released on a day of November. */
function paid(nth: number, amount: number, day?: number): Act {
  const postings = paidPostings(
    { amount: cents(amount), providerFee: cents(0), platformFee: cents(0) },
    day !== undefined,
  );
  const releaseAt = day === undefined ? null : new Date(Date.UTC(2026, 10, day));
  const draft = {
    ...key,
    reference: paidReference(charge(nth)),
    chargeId: charge(nth),
    endToEndId: `E${nth}` as EndToEndId,
  };
  return { kind: 'post', draft: { ...draft, postings, releaseAt } };
}
/** The bank takes so much of a charge back, or has, or has not. */
const bankReturn = (status: BankReturnAct['status'], amount: number, nth = 1, devolution = 'D1'): Act => ({
  kind: 'hold',
  act: {
    ...key,
    kind: 'bank_return',
    reference: `bank_return:E${nth}:${devolution}`,
    status,
    amount: cents(amount),
    chargeId: charge(nth),
    endToEndId: `E${nth}` as EndToEndId,
    bankProfileId: 'efi',
  },
});
const release = (nth: number): Act => ({
  kind: 'post',
  draft: releaseTranche({ ...key, chargeId: charge(nth), amount: cents(1), releaseAt: at }),
});

/** A ledger in memory that follows the store's rules; each act is folded alone. */
function apply(acts: readonly Act[]) {
  let standing: WalletSnapshot = {
    wallet: unopenedWallet(key),
    entries: new Map(),
    holds: new Map(),
    tranches: new Map(),
    lent: new Map(),
  };
  const journal: JournalEntry[] = [];
  const kinds: string[] = [];
  for (const act of acts) {
    const folded = fold(standing, [act], { at, creditMax: cents(0) });
    journal.push(...folded.entries);
    kinds.push(...folded.outcomes.map((one) => ('reason' in one ? one.reason : one.kind)));
    const tranches = new Map(standing.tranches);
    for (const entry of folded.entries) {
      if (entry.releaseAt !== null) tranches.set(entry.chargeId as Id<'charge'>, trancheIn(entry));
      if (entry.reference.startsWith('release:')) tranches.delete(entry.chargeId as Id<'charge'>);
    }
    for (const [id, tranche] of folded.tranches) tranche === null ? tranches.delete(id) : tranches.set(id, tranche);
    const entries = new Map(journal.map((entry) => [entry.reference, entry]));
    const holds = new Map([...standing.holds, ...folded.holds.map((one) => [one.reference, one] as const)]);
    standing = { ...standing, wallet: folded.after, entries, holds, tranches };
  }
  return { standing, journal, kinds };
}
const trancheIn = ({ chargeId, postings, releaseAt }: EntryDraft) => ({
  ...key,
  chargeId: chargeId as Id<'charge'>,
  amount: cents(0 - (postings.find(({ address }) => address === 'merchant:pending')?.amount ?? 0)),
  releaseAt: releaseAt as Date,
});

/** available, pending, retained, receivable. */
const becomes = test.macro({
  exec(t, acts: readonly Act[], ...expected: readonly number[]) {
    const { available, pending, retained, receivable } = apply(acts).standing.wallet;
    t.deepEqual([available, pending, retained, receivable] as number[], [...expected]);
  },
  title: (rule) => `a bank return: ${rule}`,
});

test('executed at once leaves available', becomes, [paid(1, 100), bankReturn('REFUNDED', 100)], 0, 0, 0, 0);
test('of a part', becomes, [paid(1, 100), bankReturn('REFUNDED', 30)], 70, 0, 0, 0);
test('under way is a hold', becomes, [paid(1, 100), bankReturn('IN_PROGRESS', 30)], 70, 0, 30, 0);
test(
  'then executed leaves the hold',
  becomes,
  [paid(1, 100), bankReturn('IN_PROGRESS', 30), bankReturn('REFUNDED', 30)],
  70,
  0,
  0,
  0,
);
test(
  'then failed goes back',
  becomes,
  [paid(1, 100), bankReturn('IN_PROGRESS', 30), bankReturn('FAILED', 30)],
  100,
  0,
  0,
  0,
);
test('failed alone moves nothing', becomes, [paid(1, 100), bankReturn('FAILED', 30)], 100, 0, 0, 0);
test(
  'failed, then executed all the same',
  becomes,
  [paid(1, 100), bankReturn('IN_PROGRESS', 30), bankReturn('FAILED', 30), bankReturn('REFUNDED', 30)],
  70,
  0,
  0,
  0,
);
test(
  'what comes twice or late changes nothing',
  becomes,
  [paid(1, 100), bankReturn('REFUNDED', 30), bankReturn('IN_PROGRESS', 30), bankReturn('REFUNDED', 30)],
  70,
  0,
  0,
  0,
);
test(
  'pending pays what available has not',
  becomes,
  [paid(1, 100, 30), paid(2, 20), bankReturn('REFUNDED', 50)],
  0,
  70,
  0,
  0,
);
test(
  'what nobody has is owed',
  becomes,
  [paid(1, 100), paid(2, 50, 30), bankReturn('REFUNDED', 100), bankReturn('REFUNDED', 70, 1, 'D2')],
  0,
  0,
  0,
  20,
);
test('under way holds no more than there is', becomes, [bankReturn('IN_PROGRESS', 70), paid(2, 50)], 50, 0, 0, 0);
test(
  'and takes the rest when it is executed',
  becomes,
  [paid(2, 50), bankReturn('IN_PROGRESS', 70), paid(3, 10), bankReturn('REFUNDED', 70)],
  0,
  0,
  0,
  10,
);
test(
  'a debt is paid first from later credits',
  becomes,
  [bankReturn('REFUNDED', 70), paid(2, 50), paid(3, 50)],
  30,
  0,
  0,
  0,
);
test('of a wallet that was never credited', becomes, [bankReturn('REFUNDED', 70)], 0, 0, 0, 70);

test('tranches fall in order: that of the very charge, then those released last', (t) => {
  const acts = [paid(1, 30, 10), paid(2, 40, 20), paid(3, 50, 30), bankReturn('REFUNDED', 90)];
  const { tranches } = apply(acts).standing;
  t.deepEqual(
    [...tranches.values()].map(({ chargeId, amount }) => [chargeId as string, amount as number]),
    [['c2', 30]],
  );
  t.is(apply([...acts, release(2)]).standing.wallet.available, cents(30));
  t.deepEqual(apply([...acts, release(1)]).kinds.at(-1), 'tranche_gone');
});

test('what failed is pending again in its tranche, or available where that was released meanwhile', (t) => {
  const held = [paid(1, 30, 10), paid(2, 40, 20), bankReturn('IN_PROGRESS', 50)];
  const back = apply([...held, bankReturn('FAILED', 50)]).standing;
  t.like(back.wallet, { available: 0, pending: 70, retained: 0 });
  t.deepEqual(
    [...back.tranches.values()].map(({ chargeId, amount }) => [chargeId as string, amount as number]).toSorted(),
    [
      ['c1', 30],
      ['c2', 40],
    ],
  );
  const late = apply([...held, release(2), bankReturn('FAILED', 50), release(1)]).standing;
  t.like(late.wallet, { available: 70, pending: 0, retained: 0 });
});

test('another amount is a conflict; a failure that arrives after the end is an earlier one, and nothing', (t) => {
  const { kinds } = apply([
    paid(1, 100),
    bankReturn('REFUNDED', 30),
    bankReturn('FAILED', 30),
    bankReturn('REFUNDED', 31),
  ]);
  t.deepEqual(kinds.slice(2), ['stands', 'hold_says_otherwise']);
});

const acting = fc.oneof(
  fc
    .record({
      nth: fc.integer({ min: 1, max: 4 }),
      amount: fc.integer({ min: 1, max: 60 }),
      day: fc.option(fc.integer({ min: 1, max: 28 }), { nil: undefined }),
    })
    .map(({ nth, amount, day }) => paid(nth, amount, day)),
  fc
    .record({
      status: fc.constantFrom('IN_PROGRESS', 'REFUNDED', 'FAILED'),
      amount: fc.constantFrom(20, 50),
      nth: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ status, amount, nth }) => bankReturn(status, amount, nth, `D${amount}`)),
  fc.integer({ min: 1, max: 4 }).map(release),
);

test('whatever comes in whatever order: nothing below zero, tranches and holds back the balances, each entry is its hold’s', (t) => {
  fc.assert(
    fc.property(fc.array(acting, { maxLength: 25 }), (acts) => {
      const { standing, journal } = apply(acts);
      const { wallet, tranches, holds } = standing;
      let walk = beginWalk(key);
      for (const entry of journal) {
        const checked = step(walk, entry);
        if (checked.problems.length > 0) throw new Error(checked.problems[0]?.message);
        walk = checked.walk;
      }
      const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
      const problems = [
        ...endWalk(walk, wallet),
        ...backingFits(walk, {
          pending: wallet.pending,
          tranches: sum([...tranches.values()].map(({ amount }): Cents => amount)),
          retained: wallet.retained,
          holds: sum([...holds.values()].filter(({ state }) => state === 'HELD').map(({ held }): Cents => held)),
        }),
      ];
      if (problems.length > 0) throw new Error(problems[0]?.message);
      if (Math.min(wallet.available, wallet.pending, wallet.retained, wallet.receivable) < 0)
        throw new Error('below zero');
      for (const entry of journal.filter(({ reference }) => reference.startsWith('bank_return:'))) {
        const own = [...holds.values()]
          .flatMap(entriesOfBankReturn)
          .find(({ reference }) => reference === entry.reference);
        if (own === undefined || !saysTheSame(own, entry)) throw new Error(`${entry.reference} is not its hold’s`);
      }
    }),
    { numRuns: 3_000 },
  );
  t.pass();
});

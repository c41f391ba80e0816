import { cents, type Id } from '@gx/core';
import test from 'ava';
import fc from 'fast-check';
import { live } from '../../test/busy-wallet.ts';
import type { JournalEntry, Reference } from './entry.ts';
import { confirmPostings, type LedgerAddress, movementOf, paidPostings, payoutReturnPostings } from './postings.ts';
import { linesOf, sourceOf, TRANSACTION_TYPES, type TransactionLine } from './transaction.ts';
import { beginWalk, endWalk, step } from './walk.ts';
import type { WalletKey } from './wallet.ts';
import { newestFirst, transactionsOf } from './wallet-transaction.ts';

const key: WalletKey = { accountId: 'a' as Id<'account'>, livemode: false, currency: 'BRL' };

type Amounts = Partial<Record<LedgerAddress, number>>;
const postingsOf = (amounts: Amounts) =>
  Object.entries(amounts).map(([address, amount]) => ({ address: address as LedgerAddress, amount }));

/** `type amount fee net`, one for each line. */
const shown = ({ type, amount, fee, net }: TransactionLine): string => `${type} ${amount} ${fee} ${net}`;

const gives = test.macro({
  exec(t, reference: Reference, postings: Parameters<typeof movementOf>[0], lines: readonly string[]) {
    const found = linesOf({ reference, postings });
    t.deepEqual(found.map(shown), [...lines]);
    const { available, pending, retained } = movementOf(postings);
    t.is(
      found.reduce((sum, { net }) => sum + net, 0),
      available + pending + retained,
    );
  },
  title: (what) => `${what}`,
});

const paid = { amount: cents(1_000), providerFee: cents(10), platformFee: cents(15) };
test('a credit: its amount, its fees, and what is left', gives, 'paid:c', paidPostings(paid, false), [
  'charge 1000 25 975',
]);
test('a credit that is held back is one too', gives, 'paid:c', paidPostings(paid, true), ['charge 1000 25 975']);
test('a credit out of suspense is the same', gives, 'paid:c', paidPostings(paid, false, 'platform:suspense'), [
  'charge 1000 25 975',
]);
test(
  'a credit that its fees eat up is a line of nothing',
  gives,
  'paid:c',
  paidPostings({ ...paid, platformFee: cents(990) }, false),
  ['charge 1000 1000 0'],
);
test(
  'a credit that pays a debt shows all of itself, and what was repaid after it',
  gives,
  'paid:c',
  postingsOf({
    'provider:clearing': 1_000,
    'merchant:available': -675,
    'merchant:receivable': -300,
    'platform:fees': -25,
  }),
  ['charge 1000 25 975', 'receivable_repaid -300 0 -300'],
);
test(
  'a release moves money inside the wallet',
  gives,
  'release:c',
  postingsOf({ 'merchant:pending': 975, 'merchant:available': -975 }),
  ['settlement 975 0 0'],
);
test(
  'a release that pays a debt',
  gives,
  'release:c',
  postingsOf({ 'merchant:pending': 975, 'merchant:available': -900, 'merchant:receivable': -75 }),
  ['settlement 975 0 0', 'receivable_repaid -75 0 -75'],
);
const held = postingsOf({ 'merchant:available': 530, 'merchant:retained': -530 });
const back = postingsOf({ 'merchant:available': -530, 'merchant:retained': 530 });
const lent = postingsOf({ 'merchant:available': 500, 'merchant:receivable': 30, 'merchant:retained': -530 });
test('a hold of a refund', gives, 'refund:r:hold', held, ['hold 530 0 0']);
test('a hold that is lent some of it, which comes before it', gives, 'refund:r:hold', lent, [
  'receivable_lent 30 0 30',
  'hold 530 0 0',
]);
test('a refund that fails', gives, 'refund:r:void', back, ['release 530 0 0']);
const outlay = { amount: cents(500), fee: cents(30), feePayer: 'MERCHANT' } as const;
test('a refund and its fee are two lines', gives, 'refund:r:confirm', confirmPostings(outlay), [
  'refund -500 0 -500',
  'refund_fee -30 0 -30',
]);
test(
  'a fee that the platform pays is no line of the merchant',
  gives,
  'refund:r:confirm',
  confirmPostings({ ...outlay, feePayer: 'PLATFORM' }),
  ['refund -500 0 -500'],
);
test('a hold of a payout', gives, 'payout:p:hold', held, ['hold 530 0 0']);
test('a payout that fails', gives, 'payout:p:void', back, ['release 530 0 0']);
for (const providerFee of [0, 20, 30, 45])
  test(
    `a payout and its fee are two lines, whatever of it the bank takes: ${providerFee}`,
    gives,
    'payout:p:confirm',
    confirmPostings({ ...outlay, providerFee: cents(providerFee) }),
    ['payout -500 0 -500', 'payout_fee -30 0 -30'],
  );
test('a payout that comes back', gives, 'payout:p:returned:D1', payoutReturnPostings(cents(500)), [
  'payout_returned 500 0 500',
]);
test('a cashout refund that comes back', gives, 'refund:r:returned:D:1', payoutReturnPostings(cents(5)), [
  'payout_returned 5 0 5',
]);
test('a dispute', gives, 'dispute:d:hold', held, ['dispute_opened 530 0 0']);
test('a dispute of what is not there', gives, 'dispute:d:hold', lent, [
  'receivable_lent 30 0 30',
  'dispute_opened 530 0 0',
]);
test('a dispute that is won', gives, 'dispute:d:void', back, ['dispute_won 530 0 0']);
const lost = postingsOf({ 'merchant:retained': 530, 'provider:clearing': -530 });
test('a dispute that is lost', gives, 'dispute:d:confirm', lost, ['dispute_lost -530 0 -530']);
test('a dispute that is paid by a devolution', gives, 'dispute:d:paid:D:1' as Reference, lost, [
  'dispute_lost -530 0 -530',
]);
test('what a bank begins to take back', gives, 'bank_return:E:D:1:hold', held, ['hold 530 0 0']);
test('what a bank did not take back after all', gives, 'bank_return:E:D:1:void', back, ['release 530 0 0']);
test(
  'what a bank took back, of held, available and pending money and of what is not there',
  gives,
  'bank_return:E:D:1:confirm',
  postingsOf({
    'merchant:retained': 100,
    'merchant:available': 20,
    'merchant:pending': 30,
    'merchant:receivable': 7,
    'provider:clearing': -157,
  }),
  ['receivable_lent 7 0 7', 'bank_return -157 0 -157'],
);
test(
  'an entry of another kind',
  gives,
  'correction:1' as Reference,
  postingsOf({ 'merchant:available': 5, 'platform:losses': -5 }),
  ['adjustment -5 0 -5'],
);

test('each entry comes from what its reference names; a bank return from its row, and without one from its charge', (t) => {
  const of = (reference: string, more: Partial<JournalEntry> = {}) =>
    Object.values(sourceOf({ reference: reference as Reference, chargeId: 'c' as Id<'charge'>, ...more }) ?? {}).join(
      ' ',
    );
  t.is(of('paid:c'), 'charge c');
  t.is(of('release:c'), 'charge c');
  t.is(of('refund:r:void'), 'refund r');
  t.is(of('refund:r:returned:D'), 'refund r');
  t.is(of('payout:p:hold', { chargeId: null }), 'payout p');
  t.is(of('payout:p:returned:D', { chargeId: null }), 'payout p');
  t.is(of('dispute:d:paid:D'), 'dispute d');
  t.is(of('bank_return:E:D:confirm', { refundId: 'row' as Id<'refund'> }), 'return row');
  t.is(of('bank_return:E:D:confirm'), 'charge c');
  t.is(of('correction:1', { chargeId: null }), '');
});

const lives = fc.array(fc.record({ what: fc.nat(15), nth: fc.nat(4), amount: fc.nat(5_000) }), {
  minLength: 60,
  maxLength: 120,
});
const INSIDE = new Set(['hold', 'release', 'settlement', 'dispute_opened', 'dispute_won']);

test('whatever happens: the nets of an entry are its change, no line leaves less than nothing, the last leaves the wallet after it', (t) => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(lives, (chances) => {
      const { standing, journal } = live(key, chances, new Date('2026-11-21T12:00:00.000Z'));
      let walk = beginWalk(key);
      for (const entry of journal) {
        const before = walk;
        const { walk: after, problems } = step(walk, entry);
        walk = after;
        t.deepEqual(problems, [], 'the list is what a replay gives');
        const lines = transactionsOf(entry);
        const sum = (one: { available: number; pending: number; retained: number }): number =>
          one.available + one.pending + one.retained;
        t.is(
          lines.reduce((total, { net }) => total + net, 0),
          sum(after) - sum(before),
        );
        const { available, pending, retained } = after;
        t.deepEqual(lines.at(-1)?.balanceAfter, { available, pending, retained });
        let total = sum(before);
        for (const line of lines) {
          total += line.net;
          seen.add(line.type);
          t.is(sum(line.balanceAfter), total);
          t.true(Object.values(line.balanceAfter).every((balance) => balance >= 0));
          if (INSIDE.has(line.type)) t.true(line.net === 0 && line.fee === 0 && line.amount > 0);
          else t.is(line.net, line.amount - line.fee);
        }
        t.deepEqual([...lines].sort(newestFirst), lines.toReversed());
      }
      t.deepEqual(endWalk(walk, standing.wallet), []);
    }),
    { numRuns: 300 },
  );
  t.deepEqual(
    TRANSACTION_TYPES.filter((type) => !seen.has(type)),
    ['adjustment'],
    'every type came up',
  );
});

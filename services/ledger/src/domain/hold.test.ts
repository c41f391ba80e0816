import { cents, type Id, newId } from '@gx/core';
import test from 'ava';
import {
  decideHold,
  entriesOf,
  type Hold,
  type HoldAct,
  type HoldTerms,
  holdOfEntry,
  parseHoldReference,
} from './hold.ts';
import { isBalanced, movementOf } from './postings.ts';
import { unopenedWallet, type WalletKey } from './wallet.ts';

const key: WalletKey = { accountId: 'a' as Id<'account'>, livemode: true, currency: 'BRL' };
const terms: HoldTerms = { amount: cents(900), fee: cents(50), feePayer: 'MERCHANT', chargeId: 'c' as Id<'charge'> };
const named = { ...key, reference: 'refund:r' } as const;
const place: HoldAct = { ...named, kind: 'place', terms };
const commit: HoldAct = { ...named, kind: 'commit' };
const voidAct: HoldAct = { ...named, kind: 'void' };
const held: Hold = { ...named, state: 'HELD', held: cents(950), terms };
const committed: Hold = { ...held, state: 'COMMITTED' };
const voided: Hold = { ...held, state: 'VOIDED' };
const closed: Hold = { ...voided, held: cents(0), terms: null };

const RICH = cents(10_000);
/** What becomes of a hold, and the entry for it. */
function decided(hold: Hold | undefined, act: HoldAct, available = RICH): string {
  const ground = { wallet: { ...unopenedWallet(act), available }, lentBefore: cents(0), creditMax: cents(0) };
  const decision = decideHold(hold, act, ground);
  if (decision.kind === 'changes') {
    const by = decision.entries.map(({ reference }) => reference).join(' and ') || 'no entry';
    return `${decision.hold.state} by ${by}`;
  }
  if (decision.kind === 'stands') return `answers ${decision.hold.state} ${decision.hold.held}`;
  return decision.kind === 'short' ? `short of ${decision.required - decision.available}` : decision.reason;
}

// biome-ignore format: one row per state, read as a table
const TABLE: readonly (readonly [string, Hold | undefined, string, string, string])[] = [
  ['nothing',               undefined, 'HELD by refund:r:hold',  'hold_unknown',                   'VOIDED by no entry'],
  ['a hold',                held,      'answers HELD 950',       'COMMITTED by refund:r:confirm',  'VOIDED by refund:r:void'],
  ['a committed one',       committed, 'answers COMMITTED 950',  'answers COMMITTED 950',          'hold_committed'],
  ['a voided one',          voided,    'answers VOIDED 950',     'hold_voided',                    'answers VOIDED 950'],
  ['one voided before it was placed', closed, 'answers VOIDED 0', 'hold_voided',                   'answers VOIDED 0'],
];
for (const [name, hold, placed, spent, back] of TABLE) {
  test(`place, commit and void on ${name}`, (t) => {
    t.deepEqual([decided(hold, place), decided(hold, commit), decided(hold, voidAct)], [placed, spent, back]);
  });
}

test('the share of the bank is a term of a hold, named or not', (t) => {
  const of = (providerFee?: number): HoldTerms => ({
    ...terms,
    ...(providerFee === undefined ? {} : { providerFee: cents(providerFee) }),
  });
  const again = (first: HoldTerms, second: HoldTerms): string =>
    decided({ ...held, terms: first }, { ...place, terms: second });
  t.is(again(of(20), of(20)), 'answers HELD 950');
  t.is(again(of(), of(50)), 'answers HELD 950');
  t.is(again(of(20), of(30)), 'hold_says_otherwise');
  t.is(again(of(20), of()), 'hold_says_otherwise');
});

test('a hold takes amount and fee out of available when the merchant pays the fee, else the amount', (t) => {
  t.is(decided(undefined, place, cents(950)), 'HELD by refund:r:hold');
  t.is(decided(undefined, place, cents(949)), 'short of 1');
  const free: HoldAct = { ...place, terms: { ...terms, feePayer: 'PLATFORM' } };
  t.is(decided(undefined, free, cents(900)), 'HELD by refund:r:hold');
  t.is(decided(undefined, free, cents(899)), 'short of 1');
});

test('an end that says what was to be placed places it first where nothing stands; where something does, the hold knows', (t) => {
  t.is(decided(undefined, { ...commit, terms }), 'COMMITTED by refund:r:hold and refund:r:confirm');
  t.is(decided(undefined, { ...voidAct, terms }), 'VOIDED by refund:r:hold and refund:r:void');
  t.is(decided(undefined, { ...commit, terms }, cents(949)), 'short of 1');
  const others = { ...terms, amount: cents(1) };
  t.is(decided(held, { ...commit, terms: others }), 'COMMITTED by refund:r:confirm');
  t.is(decided(held, { ...voidAct, terms: others }), 'VOIDED by refund:r:void');
  t.is(decided(closed, { ...commit, terms }), 'hold_voided');
});

const OTHERS: readonly HoldAct[] = [
  { ...place, terms: { ...terms, amount: cents(901) } },
  { ...place, terms: { ...terms, fee: cents(51) } },
  { ...place, terms: { ...terms, feePayer: 'PLATFORM' } },
  { ...place, terms: { ...terms, chargeId: null } },
  { ...place, accountId: 'b' as Id<'account'> },
  { ...commit, livemode: false },
  { ...voidAct, currency: 'USD' },
];

test('a reference that means other money, another charge or another wallet is a conflict, whatever became of it', (t) => {
  for (const hold of [held, committed, voided])
    for (const act of OTHERS) t.is(decided(hold, act), 'hold_says_otherwise');
});

test('the entries of a hold sum to zero and leave nothing retained at its end', (t) => {
  for (const feePayer of ['MERCHANT', 'PLATFORM'] as const) {
    const of = { ...terms, feePayer };
    const took = feePayer === 'MERCHANT' ? 950 : 900;
    const spent = entriesOf({ ...committed, terms: of });
    const back = entriesOf({ ...voided, terms: of });
    t.true([...spent, ...back].every(({ postings }) => isBalanced(postings)));
    t.deepEqual(
      spent.map(({ postings }) => movementOf(postings)),
      [
        { available: -took, pending: 0, retained: took, receivable: 0 },
        { available: 0, pending: 0, retained: -took, receivable: 0 },
      ],
    );
    t.deepEqual(movementOf(back[1]?.postings ?? []), { available: took, pending: 0, retained: -took, receivable: 0 });
  }
});

test("a commit pays the amount and the fee to the bank; a fee that is the platform's is a cost of the platform", (t) => {
  const confirmed = (of: HoldTerms) =>
    entriesOf({ ...committed, terms: of })[1]?.postings.map(({ address, amount }) => `${address} ${amount}`);
  t.deepEqual(confirmed(terms), ['merchant:retained 950', 'provider:clearing -900', 'provider:fees_payable -50']);
  t.deepEqual(confirmed({ ...terms, feePayer: 'PLATFORM' }), [
    'merchant:retained 900',
    'provider:clearing -900',
    'platform:costs 50',
    'provider:fees_payable -50',
  ]);
  t.deepEqual(confirmed({ ...terms, fee: cents(0) }), ['merchant:retained 900', 'provider:clearing -900']);
});

test('a reference is `refund:` or `payout:` and a raw id, and each entry of a hold carries it', (t) => {
  const id = newId('refund');
  for (const kind of ['refund', 'payout'] as const) t.is(parseHoldReference(`${kind}:${id}`), `${kind}:${id}`);
  for (const wrong of ['', 'refund:', `refund:re_${id}`, `paid:${id}`, `refund:${id}:hold`, `dispute:${id}`, id])
    t.is(parseHoldReference(wrong), undefined);
  t.is(holdOfEntry(`refund:${id}:confirm`), `refund:${id}`);
  t.is(holdOfEntry(`payout:${id}:void`), `payout:${id}`);
  t.is(holdOfEntry(`payout:${id}:returned:D:1`), `payout:${id}`);
  t.is(holdOfEntry(`refund:${id}:returned:hold`), `refund:${id}`);
  t.is(holdOfEntry(`paid:${id}`), undefined);
});

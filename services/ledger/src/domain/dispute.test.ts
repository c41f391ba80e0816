import { cents, type EndToEndId, newId } from '@gx/core';
import test from 'ava';
import { closeDispute, openDispute, payFromDispute } from './dispute.ts';
import { type Act, fold, type WalletSnapshot } from './fold.ts';
import { entriesOf, type Hold, holdOfEntry } from './hold.ts';
import { unopenedWallet } from './wallet.ts';

const tenant = { accountId: newId('account'), livemode: false };
const DISPUTE = {
  ...tenant,
  chargeId: newId('charge'),
  disputeId: newId('dispute'),
  amount: 1_000,
  currency: 'BRL',
  bankProfileId: 'sim',
};
const PIX = 'E00000000202611211200000000000001' as EndToEndId;
const at = new Date('2026-11-21T12:00:00Z');

const actOf = (act: ReturnType<typeof closeDispute>): Act => {
  if (typeof act === 'string') throw new Error(act);
  return { kind: 'hold', act };
};
const open = () => actOf(openDispute(DISPUTE));
const paid = (devolutionId: string, paidAmount: number) =>
  actOf(payFromDispute({ ...DISPUTE, endToEndId: PIX, devolutionId, paidAmount }));
const over = (won: boolean, paidInAll: number) => actOf(closeDispute({ ...DISPUTE, won, paid: paidInAll }));

const start = (available: number): WalletSnapshot => ({
  wallet: { ...unopenedWallet({ ...tenant, currency: 'BRL' }), available: cents(available) },
  entries: new Map(),
  holds: new Map(),
  tranches: new Map(),
  lent: new Map(),
});
/** What the acts come to in a wallet, all in one step. */
function play(available: number, acts: readonly Act[]) {
  const { after, entries, holds, outcomes } = fold(start(available), acts, { at, creditMax: cents(0) });
  const [hold] = holds as readonly Hold[];
  return {
    wallet: [after.available, after.retained, after.receivable],
    cleared: entries
      .flatMap(({ postings }) => postings)
      .reduce((sum, { address, amount }) => (address === 'provider:clearing' ? sum - amount : sum), 0),
    entries: entries.map(({ reference }) => reference.split(':').slice(2).join(':')),
    hold,
    state: hold?.state,
    derived: hold === undefined ? [] : entriesOf(hold).map(({ reference }) => reference.split(':').slice(2).join(':')),
    outcomes: outcomes.map((one) => ('reason' in one ? one.reason : one.kind)),
  };
}

const orders = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, at) =>
        orders([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
      );

const ends = test.macro({
  exec: (t, acts: readonly Act[], expected: { wallet: number[]; cleared: number; state: string }) => {
    for (const order of orders(acts)) {
      const twice = [...order, ...order];
      const { wallet, cleared, state, entries, derived, outcomes } = play(5_000, twice);
      t.deepEqual({ wallet, cleared, state }, expected);
      t.deepEqual(entries.toSorted(), derived.toSorted(), 'the entries follow from the hold alone');
      t.true(outcomes.every((outcome) => outcome === 'stands'));
    }
  },
  title: (what) => `in any order and twice: ${what}`,
});

test('a case that is open holds all that is contested', ends, [open()], {
  wallet: [4_000, 1_000, 0],
  cleared: 0,
  state: 'HELD',
});
test('a case that is lost holds it until a devolution is final', ends, [open(), over(false, 1_000)], {
  wallet: [4_000, 1_000, 0],
  cleared: 0,
  state: 'HELD',
});
test('a devolution of all of it spends the hold', ends, [open(), paid('D1', 1_000)], {
  wallet: [4_000, 0, 0],
  cleared: 1_000,
  state: 'COMMITTED',
});
test(
  'a part is paid and the rest is released when the case is over',
  ends,
  [open(), paid('D1', 400), over(false, 400)],
  {
    wallet: [4_600, 0, 0],
    cleared: 400,
    state: 'COMMITTED',
  },
);
test('two devolutions are paid, each once', ends, [open(), paid('D1', 400), paid('D2', 600), over(false, 1_000)], {
  wallet: [4_000, 0, 0],
  cleared: 1_000,
  state: 'COMMITTED',
});
test('a case that is won gives all of it back', ends, [open(), over(true, 0)], {
  wallet: [5_000, 0, 0],
  cleared: 0,
  state: 'VOIDED',
});
test('a case that is won after a part was paid gives the rest back', ends, [open(), paid('D1', 300), over(true, 300)], {
  wallet: [4_700, 0, 0],
  cleared: 300,
  state: 'COMMITTED',
});

test('what is not there is owed, as of a card, and later credits do not matter here', (t) => {
  t.deepEqual(play(300, [open()]).wallet, [0, 1_000, 700]);
  t.deepEqual(play(300, [open(), over(true, 0)]).wallet, [300, 0, 0], 'won: what was owed is forgiven');
  t.deepEqual(play(300, [open(), paid('D1', 1_000)]).wallet, [0, 0, 700]);
});

test('a devolution that is paid after the hold was released comes out of the wallet, or is owed', (t) => {
  const { wallet, cleared, state, entries } = play(200, [open(), over(true, 0), paid('D1', 500)]);
  t.deepEqual({ wallet, cleared, state }, { wallet: [0, 0, 300], cleared: 500, state: 'COMMITTED' });
  t.deepEqual(entries, ['hold', 'void', 'paid:D1']);
});

test('a devolution of another amount than before, and a dispute of another amount, are conflicts that move nothing', (t) => {
  const other = payFromDispute({ ...DISPUTE, amount: 900, endToEndId: PIX, devolutionId: 'D2', paidAmount: 10 });
  const { outcomes, cleared } = play(5_000, [open(), paid('D1', 400), paid('D1', 401), actOf(other)]);
  t.deepEqual(outcomes, ['stands', 'stands', 'hold_says_otherwise', 'hold_says_otherwise']);
  t.is(cleared, 400);
});

test('a dispute of a card is never paid in parts, nor a case about a Pix spent whole', (t) => {
  const lost = actOf(closeDispute({ ...DISPUTE, won: false }));
  t.deepEqual(play(5_000, [open(), lost, paid('D1', 400)]).outcomes, ['stands', 'stands', 'hold_committed']);
  t.deepEqual(play(5_000, [open(), paid('D1', 400), lost]).outcomes, ['stands', 'stands', 'hold_says_otherwise']);
});

test('what a case does not allow is refused with its reason', (t) => {
  const pay = { ...DISPUTE, endToEndId: PIX, devolutionId: 'D1', paidAmount: 10 };
  t.is(payFromDispute({ ...pay, devolutionId: '' }), 'there is no devolution id');
  t.is(payFromDispute({ ...pay, endToEndId: '' }), 'there is no end-to-end id');
  t.regex(String(payFromDispute({ ...pay, paidAmount: 0 })), /the amount is not whole/);
  t.is(payFromDispute({ ...pay, disputeId: 'x' }), 'the dispute id is malformed');
  t.is(closeDispute({ ...DISPUTE, won: false, paid: 1_001 }), 'more is paid of the dispute than is disputed');
});

test('an entry of a devolution belongs to the hold of its case, whatever its id', (t) => {
  const reference = `dispute:${DISPUTE.disputeId}`;
  for (const id of ['D1', 'a:b', 'x:hold']) t.is(holdOfEntry(`${reference}:paid:${id}`), reference as never);
});

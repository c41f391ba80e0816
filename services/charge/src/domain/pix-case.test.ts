import { cents, type EndToEndId, newId } from '@gx/core';
import test from 'ava';
import { AMOUNT, begin, kinds, type Life, next, only, PIX, refunds, says, takes } from '../../test/contested-charge.ts';
import { arrival, arrived, changed, NOW, pendingCharge, presentedCharge } from '../../test/pending-charge.ts';
import { isDisputed } from './answer-dispute.ts';
import { bankReturnsOf } from './bank-return.ts';
import { decideConfirmed } from './decide-confirmed.ts';
import { publicStatusOf } from './dispute.ts';
import { disputesOf } from './disputes.ts';
import { acknowledgedRefunds, claimSend } from './refund-progress.ts';

test('a case is opened: what is contested is at stake, DISPUTE, charge.failed with the case', (t) => {
  const life = says(begin());
  t.deepEqual(kinds(life), ['dispute_opened', 'failed']);
  t.is(life.charge.status, 'DISPUTE');
  t.like(only(life), { amount: AMOUNT, status: 'open', reason: 'fraud', endToEndId: PIX });
  t.is(publicStatusOf(only(life)), 'NEEDS_RESPONSE');
  t.true(isDisputed(life.charge));
  t.like(life.events[1], { previousStatus: 'PAID', dispute: { status: 'open' } });
  t.is(says(life).last, 'keep', 'shown again it is no news');
});

test('a case about a part holds that part; without an amount, all that is left', (t) => {
  t.is(only(says(begin(), { amount: cents(300) })).amount, cents(300));
  t.is(only(says(begin(), { amount: null })).amount, cents(AMOUNT));
  t.is(only(says(begin(), { amount: cents(5_000) })).amount, cents(AMOUNT), 'never more than was paid');
});

test('of a charge that is partly refunded only the rest is at stake: what is done, and what was sent', (t) => {
  const [done, sent, ordered, failed] = [newId('refund'), newId('refund'), newId('refund'), newId('refund')];
  let life = refunds(begin(), done, 100, 'REFUNDED');
  life = refunds(life, sent, 200, 'IN_PROGRESS');
  life = refunds(life, ordered, 300, 'PENDING');
  life = refunds(life, failed, 50, 'FAILED');
  t.is(only(says(life)).amount, cents(700));
});

test('a refund that claimed to leave before the case is no part of its hold; a case that is open lets none leave', (t) => {
  const [leaving, later] = [newId('refund'), newId('refund')];
  const claims = (life: Life, id: typeof leaving, amount: number): Life =>
    next(life, claimSend(life.charge, { id, amount: cents(amount) }));
  let life = claims(refunds(begin(), leaving, 400, 'PENDING'), leaving, 400);
  t.is(life.last, 'change');
  t.is(claims(life, leaving, 400).last, 'keep', 'each attempt asks again');
  t.deepEqual(acknowledgedRefunds(life.charge), [{ id: leaving, status: 'PENDING' }]);
  life = says(life);
  t.is(only(life).amount, cents(600));
  t.is(claims(life, later, 100).last, 'keep');
  t.true(isDisputed(life.charge));
  life = refunds(life, leaving, 400, 'FAILED');
  t.is(only(says(life, { status: 'won' })).status, 'won');
  t.is(only(says(life, { providerId: 'med-2' })).amount, cents(600), 'what it holds is fixed');
});

test('a refund may claim to leave before its creation is announced; its news goes on from there', (t) => {
  const id = newId('refund');
  const { charge } = paidWith(id);
  let life = refunds(begin(charge), id, 400, 'PENDING');
  t.is(life.last, 'keep');
  life = refunds(life, id, 400, 'REFUNDED');
  t.deepEqual(life.charge.refunds, [{ id, amount: cents(400), status: 'REFUNDED' }]);
  const announced = refunds(begin(), id, 400, 'PENDING');
  t.throws(() => claimSend(announced.charge, { id, amount: cents(401) }), undefined, 'of another amount');
});
const paidWith = (id: ReturnType<typeof newId<'refund'>>): Life => {
  const { charge } = begin();
  return next(begin(charge), claimSend(charge, { id, amount: cents(400) }));
};

test('an operator’s case of which nothing is left is none; one that a bank reports is written down', (t) => {
  const gone = refunds(begin(), newId('refund'), AMOUNT, 'REFUNDED');
  const refused = says(gone, { by: 'ana' });
  t.deepEqual([refused.last, disputesOf(refused.charge)], ['nothing_left', []]);
  t.is(only(says(gone)).amount, cents(0));
});

test('a second case holds what the first has left, and a third one nothing', (t) => {
  let life = says(begin(), { amount: cents(600) });
  life = says(life, { providerId: 'med-2' });
  life = says(life, { providerId: 'med-3' });
  t.deepEqual(
    disputesOf(life.charge).map(({ amount }) => amount as number),
    [600, 400, 0],
  );
  t.deepEqual(kinds(life), ['dispute_opened', 'failed', 'dispute_opened'], 'one status, announced once');
  life = says(life, { status: 'won' });
  t.is(life.charge.status, 'DISPUTE', 'the other one holds its part still');
  life = says(life, { providerId: 'med-2', status: 'won' });
  t.is(life.charge.status, 'PAID');
});

test('won: the hold is released and the charge is PAID again, with charge.paid', (t) => {
  const life = says(says(begin()), { status: 'won' });
  t.deepEqual(kinds(life).slice(2), ['closed won 0', 'paid']);
  t.like(life.events.at(-1), { previousStatus: 'DISPUTE', dispute: { status: 'won' } });
  t.is(life.charge.status, 'PAID');
  t.false(isDisputed(life.charge));
});

test('lost: CHARGEBACK with charge.failed, and nothing is posted until a devolution is final', (t) => {
  let life = says(says(begin()), { status: 'lost' });
  t.deepEqual(kinds(life).slice(2), ['failed']);
  t.is(life.charge.status, 'CHARGEBACK');
  t.true(isDisputed(life.charge), 'the hold stands');
  life = takes(life, 'D1', AMOUNT, 'IN_PROGRESS');
  t.deepEqual(kinds(life).slice(3), ['returned_by_bank', 'refund_progressed']);
  life = takes(life, 'D1', AMOUNT, 'REFUNDED');
  t.deepEqual(kinds(life).slice(5), ['returned_by_bank', 'refund_progressed', 'paid 1000']);
  t.is(life.charge.status, 'CHARGEBACK', 'also when all of it went back');
  t.false(isDisputed(life.charge));
});

test('what a final devolution leaves of the hold is released', (t) => {
  const life = takes(says(says(begin()), { status: 'lost' }), 'D1', 400, 'REFUNDED');
  t.deepEqual(kinds(life).slice(3), ['returned_by_bank', 'refund_progressed', 'paid 400', 'closed lost 400']);
  t.is(life.charge.status, 'CHARGEBACK');
});

test('what a devolution takes beyond the contested amount is no money of the case', (t) => {
  const life = takes(says(begin(), { amount: cents(300) }), 'D1', 500, 'REFUNDED');
  t.deepEqual(
    bankReturnsOf(life.charge).map(({ dispute }) => dispute?.amount as number | undefined),
    [300],
  );
  t.deepEqual(kinds(life).slice(2), ['returned_by_bank', 'refund_progressed', 'paid 300', 'failed']);
});

test('a devolution while the case is open is paid at once; one that takes all of it decides it', (t) => {
  let life = takes(says(begin()), 'D1', 400, 'REFUNDED');
  t.deepEqual(kinds(life).slice(2), ['returned_by_bank', 'refund_progressed', 'paid 400']);
  t.is(only(life).status, 'open');
  life = takes(life, 'D2', 600, 'REFUNDED');
  t.deepEqual(kinds(life).slice(5), ['returned_by_bank', 'refund_progressed', 'paid 600', 'failed']);
  t.is(life.charge.status, 'CHARGEBACK');
  t.is(says(life, { status: 'lost' }).last, 'keep');
});

test('a devolution that fails leaves the hold; the next one of the bank is paid from it', (t) => {
  let life = takes(says(says(begin()), { status: 'lost' }), 'D1', AMOUNT, 'IN_PROGRESS');
  life = takes(life, 'D1', AMOUNT, 'FAILED');
  t.true(isDisputed(life.charge));
  t.false(kinds(life).some((kind) => kind.startsWith('closed')));
  life = takes(life, 'D2', AMOUNT, 'REFUNDED');
  t.true(kinds(life).includes('paid 1000'));
});

test('a devolution of the receiver’s own order, or cash that was given out, is of no case', (t) => {
  const life = takes(says(begin()), 'D1', 300, 'REFUNDED', false);
  t.is(bankReturnsOf(life.charge)[0]?.dispute, undefined);
  t.deepEqual(kinds(life).slice(2), ['returned_by_bank', 'refund_progressed']);
});

test('a devolution that came before its case was a bank return, and the case holds only what is left', (t) => {
  let life = takes(begin(), 'D1', 400, 'IN_PROGRESS');
  life = says(life);
  t.is(only(life).amount, cents(600));
  life = takes(life, 'D1', 400, 'REFUNDED');
  t.is(bankReturnsOf(life.charge)[0]?.dispute, undefined, 'booked once, as it began');
  const whole = says(takes(begin(), 'D1', AMOUNT, 'REFUNDED'), { status: 'lost' });
  t.deepEqual([whole.charge.status, only(whole).amount as number, only(whole).status], ['REFUNDED', 0, 'lost']);
  t.deepEqual(kinds(whole), ['returned_by_bank', 'refund_progressed'], 'nothing is announced twice');
});

test('a case that is shown decided at first: lost is opened and closed, won has never held anything', (t) => {
  t.deepEqual(kinds(says(begin(), { status: 'lost' })), ['dispute_opened', 'failed', 'failed']);
  const won = says(begin(), { status: 'won' });
  t.deepEqual([kinds(won), won.charge.status], [[], 'PAID']);
  t.is(publicStatusOf(only(won)), 'WON');
});

test('won after lost: the money is the merchant’s again, unless the bank has taken any of it', (t) => {
  const lost = says(says(begin()), { status: 'lost' });
  const won = says(lost, { status: 'won' });
  t.deepEqual([won.charge.status, kinds(won).slice(3)], ['PAID', ['closed won 0', 'paid']]);
  for (const status of ['IN_PROGRESS', 'REFUNDED'] as const)
    t.is(says(takes(lost, 'D1', 10, status), { status: 'won' }).last, 'contradicts');
});

test('lost after won contradicts, and a devolution then is a bank return', (t) => {
  const won = says(says(begin()), { status: 'won' });
  t.is(says(won, { status: 'lost' }).last, 'contradicts');
  const taken = takes(won, 'D1', AMOUNT, 'REFUNDED');
  t.deepEqual([bankReturnsOf(taken.charge)[0]?.dispute, taken.charge.status], [undefined, 'REFUNDED']);
});

test('what a bank showed before is no news, in whatever order it is read', (t) => {
  const [early, late] = [new Date(NOW.getTime() - 60_000), NOW];
  const life = says(begin(), { status: 'under_review', updatedAt: late });
  t.is(publicStatusOf(only(life)), 'UNDER_REVIEW');
  t.is(says(life, { status: 'lost', updatedAt: early }).last, 'keep');
  t.is(says(says(life, { status: 'won', updatedAt: late }), { status: 'open', updatedAt: null }).last, 'keep');
});

test('a case waits for the wallet; one about money that is not the charge’s own has nothing at stake', (t) => {
  const accepted = changed(decideConfirmed(presentedCharge(pendingCharge()), arrival(arrived('E1')), NOW));
  t.is(says(begin(accepted)).last, 'not_posted');
  const other = says(begin(), { endToEndId: 'E2' as EndToEndId });
  t.deepEqual([kinds(other), only(other).amount as number], [[], 0]);
  t.false(isDisputed(other.charge));
});

test('a refund under way that ends whole takes what the case would: lost, its hold is released', (t) => {
  const id = newId('refund');
  let life = says(refunds(begin(), id, AMOUNT, 'PENDING'));
  t.is(only(life).amount, cents(AMOUNT), 'it was not sent');
  life = refunds(life, id, AMOUNT, 'REFUNDED');
  t.is(life.charge.status, 'REFUNDED');
  t.true(isDisputed(life.charge), 'the bank has not decided');
  life = says(life, { status: 'lost' });
  t.deepEqual(kinds(life).slice(3), ['closed lost 0']);
  const late = refunds(says(says(begin()), { status: 'lost' }), newId('refund'), AMOUNT, 'REFUNDED');
  t.is(kinds(late).at(-1), 'closed lost 0');
});

test('a case that was won holds all of its money until the devolution that runs has ended: no other case has it too', (t) => {
  const first = { providerId: 'med-1', amount: cents(439) };
  let life = says(takes(says(begin(), first), 'D1', 250, 'IN_PROGRESS'), { ...first, status: 'won' });
  life = says(life, { providerId: 'med-2', amount: cents(AMOUNT) });
  t.deepEqual(
    disputesOf(life.charge).map(({ amount }) => amount as number),
    [439, AMOUNT - 439],
  );
  const released = takes(life, 'D1', 250, 'FAILED');
  t.is(kinds(released).at(-1), 'closed won 0');
});

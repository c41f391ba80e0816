import { Refusal } from '@gx/core';
import test from 'ava';
import { begin, kinds, type Life, next, only, says } from '../../test/contested-charge.ts';
import { NOW } from '../../test/pending-charge.ts';
import { acceptDispute, answerDelivered, noteEvidence } from './answer-dispute.ts';
import type { Decision } from './charge.ts';
import { isUnanswered, publicStatusOf } from './dispute.ts';

const CONTEXT = { byApi: true, now: NOW };
const note = (id: string, change: { hasText?: boolean; fileTypes?: string[] } = {}) => ({
  id,
  submittedAt: NOW,
  hasText: true,
  fileTypes: [],
  ...change,
});
function hand(life: Life, evidence: ReturnType<typeof note>, context = CONTEXT): Life {
  const decision = noteEvidence(life.charge, only(life), evidence, context);
  return decision instanceof Refusal ? { ...life, last: String(decision.more.reason) } : next(life, decision);
}

test('evidence is under review, goes by the API where that takes it, and once; files wait for an operator', (t) => {
  const open = says(begin());
  const text = hand(open, note('a'));
  t.like(only(text), { answer: { kind: 'defence', state: 'due' } });
  t.is(publicStatusOf(only(text)), 'UNDER_REVIEW');
  t.true(isUnanswered(only(text)), 'the bank has it not yet');
  t.is(hand(text, note('a')).last, 'keep', 'the same again');
  const sent = next(text, answerDelivered(text.charge, only(text), NOW));
  t.like(only(sent), { answer: { state: 'with_bank' } });
  t.false(isUnanswered(only(sent)));
  t.is(only(hand(sent, note('b'))).answer?.state, 'with_operator', 'a bank takes one defence');
  for (const evidence of [
    note('a', { fileTypes: ['image/png'] }),
    note('a', { hasText: false, fileTypes: ['image/png'] }),
  ]) {
    const life = hand(open, evidence);
    const after = next(life, answerDelivered(life.charge, only(life), NOW));
    t.is(only(after).answer?.state, 'with_operator');
  }
  t.is(only(hand(open, note('a'), { ...CONTEXT, byApi: false })).answer?.state, 'with_operator');
  const more = hand(text, note('b'));
  t.is(only(next(more, answerDelivered(more.charge, only(more), NOW))).answer?.state, 'with_operator');
});

test('a case that was won or lost takes nothing more, and one takes evidence ten times', (t) => {
  const open = says(begin());
  for (const status of ['won', 'lost'] as const) {
    const life = says(open, { status });
    t.is(hand(life, note('a')).last, 'dispute_closed');
    t.like(acceptDispute(life.charge, only(life), CONTEXT), { more: { reason: 'dispute_closed' } });
  }
  let life = open;
  for (let count = 0; count < 10; count += 1) life = hand(life, note(String(count)));
  t.is(hand(life, note('more')).last, 'evidence_limit_reached');
  t.is(hand(life, note('9')).last, 'keep');
});

test('accepted: lost at once, and the bank is to be informed; the bank may say otherwise', (t) => {
  const open = says(begin());
  const accepted = next(open, acceptDispute(open.charge, only(open), CONTEXT) as Decision);
  t.deepEqual([accepted.charge.status, kinds(accepted).slice(2)], ['CHARGEBACK', ['failed']]);
  t.like(only(accepted), { status: 'lost', decidedBy: 'merchant', answer: { kind: 'acceptance', state: 'due' } });
  t.is(says(accepted, { status: 'under_review' }).last, 'keep');
  t.is(says(accepted, { status: 'won' }).charge.status, 'PAID');
});

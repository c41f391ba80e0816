import { type Id, Refusal } from '@gx/core';
import { type Charge, type Decision, KEEP } from './charge.ts';
import { type Dispute, type DisputeAnswer, type EvidenceNote, isAtStake } from './dispute.ts';
import { disputesOf, endDispute, note } from './disputes.ts';
import { decided } from './pix-case.ts';

/** How often a merchant may hand something in for one case. */
export const EVIDENCE_MAX = 10;

/** Whether money of the charge is wanted back: nothing of it may be refunded then. */
export const isDisputed = (charge: Pick<Charge, 'disputes'>): boolean => disputesOf(charge).some(isAtStake);

export const disputeIn = (charge: Charge, id: Id<'dispute'>): Dispute | undefined =>
  disputesOf(charge).find((one) => one.id === id);

const closed = ({ status }: Dispute): Refusal =>
  new Refusal('unprocessable_entity', `The dispute is ${status}: it takes no answer any more.`, {
    reason: 'dispute_closed',
  });
const changed = (charge: Charge, dispute: Dispute): Decision => ({
  kind: 'change',
  ...note({ charge, events: [] }, dispute),
});

/** `byApi`: the bank takes text by its API; else an operator brings everything there. */
export type AnswerContext = { readonly byApi: boolean; readonly now: Date };

/**
 * Notes what a merchant hands in; the same again changes nothing. A bank takes one defence, of text: files,
 * and whatever comes afterwards, an operator brings there.
 */
export function noteEvidence(
  charge: Charge,
  dispute: Dispute,
  evidence: EvidenceNote,
  context: AnswerContext,
): Decision | Refusal {
  const { evidence: before = [], answer } = dispute;
  if (before.some(({ id }) => id === evidence.id)) return KEEP;
  if (dispute.status !== 'open') return closed(dispute);
  if (before.length >= EVIDENCE_MAX)
    return new Refusal('unprocessable_entity', `A dispute takes evidence ${EVIDENCE_MAX} times at most.`, {
      reason: 'evidence_limit_reached',
    });
  return changed(charge, {
    ...dispute,
    answeredAt: dispute.answeredAt ?? context.now,
    evidence: [...before, evidence],
    answer: answer === undefined ? firstAnswer(evidence, context) : moreOf(answer, context.now),
  });
}

function firstAnswer({ hasText, fileTypes }: EvidenceNote, { byApi, now }: AnswerContext): DisputeAnswer {
  if (!byApi || !hasText) return { kind: 'defence', state: 'with_operator', at: now };
  return { kind: 'defence', state: 'due', at: now, ...(fileTypes.length === 0 ? {} : { isMore: true }) };
}

const moreOf = (answer: DisputeAnswer, now: Date): DisputeAnswer =>
  answer.state === 'due' ? { ...answer, isMore: true } : { ...answer, state: 'with_operator', at: now };

/** The merchant does not defend itself: lost, and the bank is to be told. */
export function acceptDispute(charge: Charge, dispute: Dispute, { byApi, now }: AnswerContext): Decision | Refusal {
  if (dispute.status !== 'open') return closed(dispute);
  const answer: DisputeAnswer = { kind: 'acceptance', state: byApi ? 'due' : 'with_operator', at: now };
  const lost: Dispute = { ...dispute, status: 'lost', decidedBy: 'merchant', answer };
  const start = { charge, events: [] };
  const end = dispute.endToEndId === undefined ? endDispute : decided;
  return { kind: 'change', ...end(start, lost, now) };
}

/** The bank has what it was to be told; what its API does not take waits for an operator. */
export function answerDelivered(charge: Charge, dispute: Dispute, now: Date): Decision {
  const { answer } = dispute;
  if (answer?.state !== 'due') return KEEP;
  const { isMore, ...content } = answer;
  return changed(charge, {
    ...dispute,
    answer: { ...content, state: isMore === true ? 'with_operator' : 'with_bank', at: now },
  });
}

/** The bank does not take it by its API: an operator brings it there. */
export function answerRefused(charge: Charge, dispute: Dispute, now: Date): Decision {
  const { answer } = dispute;
  if (answer?.state !== 'due') return KEEP;
  return changed(charge, { ...dispute, answer: { ...answer, state: 'with_operator', at: now } });
}

/** An operator brought it to the bank; what waits for nobody stays as it is. */
export function answerConfirmed(charge: Charge, dispute: Dispute, now: Date): Decision {
  const { answer } = dispute;
  if (answer?.state !== 'with_operator') return KEEP;
  return changed(charge, { ...dispute, answer: { kind: answer.kind, state: 'with_bank', at: now } });
}

import { invariant } from '@gx/core';
import type { Failure } from '@gx/providers';
import type { Bank } from '../banks/bank-directory.ts';
import { answerDelivered, answerRefused, disputeIn } from '../domain/answer-dispute.ts';
import { type Charge, type Decision, KEEP } from '../domain/charge.ts';
import type { Dispute, StoredDispute } from '../domain/dispute.ts';
import type { DisputeStore } from '../store/disputes.ts';
import type { EvidenceStore } from '../store/evidence.ts';
import { findInfraction } from './apply-infraction-callback.ts';
import { type RecordCaseDeps, recordInfraction } from './record-case.ts';

export type AnswerDisputeDeps = RecordCaseDeps & {
  readonly disputes: DisputeStore;
  readonly evidence: Pick<EvidenceStore, 'piece'>;
};
type ClaimedAnswer = StoredDispute & { readonly attempts: number };

/**
 * Tells the bank what the merchant says of a case: the first text it handed in, or that it accepts. The body
 * follows from what is stored, so that every attempt says the same; after the first one the report is looked
 * at before it is sent again. False: the bank gave no answer, and is asked again.
 */
export async function answerDispute(deps: AnswerDisputeDeps, claimed: ClaimedAnswer): Promise<boolean> {
  const { dispute, bankProfileId, attempts } = claimed;
  const bank = await deps.banks.byId(bankProfileId);
  if (bank === undefined) return false;
  if (dispute.answer?.state !== 'due') return true;
  if (attempts > 1) {
    const before = await settleByReport(deps, bank, claimed);
    if (before !== 'open') return before === 'done';
  }
  const accepts = dispute.answer.kind === 'acceptance';
  const body = bank.provider.defenceRequest({ accepts, text: accepts ? '' : await textOf(deps, dispute) });
  const sent = await bank.provider.submitDefence({ id: dispute.providerId, body });
  if (sent.kind === 'done' || sent.kind === 'pending') {
    await write(deps, claimed, answerDelivered);
    if (sent.value !== null) await recordInfraction(deps, bank, sent.value);
    return true;
  }
  return sent.kind === 'declined' ? refused(deps, bank, claimed, sent) : false;
}

/** The bank may have it all the same: its report says. Else an operator has to bring it there. */
async function refused(
  deps: AnswerDisputeDeps,
  bank: Bank,
  claimed: ClaimedAnswer,
  { kind, ...failure }: Failure,
): Promise<boolean> {
  const standing = await settleByReport(deps, bank, claimed);
  if (standing !== 'open') return standing === 'done';
  const code = 'code' in failure ? failure.code : kind;
  deps.log.warn({ dispute_id: claimed.dispute.id, bank_profile: bank.id, code }, 'a bank takes no answer by its API');
  await write(deps, claimed, answerRefused);
  return true;
}

/** Whether the report shows that the bank has an answer, or has decided; `unknown`: it cannot be asked. */
async function settleByReport(
  deps: AnswerDisputeDeps,
  bank: Bank,
  claimed: ClaimedAnswer,
): Promise<'done' | 'open' | 'unknown'> {
  const shown = await findInfraction(bank, claimed.dispute.providerId, deps.now());
  if (shown === undefined) return 'unknown';
  if (shown === null || shown.status === 'open' || shown.status === 'unrecognised') return 'open';
  // A report under review has some answer, and takes no other: that of an acceptance would be another.
  const isOurs = shown.status !== 'under_review' || claimed.dispute.answer?.kind === 'defence';
  await write(deps, claimed, isOurs ? answerDelivered : answerRefused);
  await recordInfraction(deps, bank, shown);
  return 'done';
}

const write = (
  { charges, now }: AnswerDisputeDeps,
  { tenant, chargeId, dispute: { id } }: ClaimedAnswer,
  decide: (charge: Charge, dispute: Dispute, now: Date) => Decision,
): Promise<Charge> =>
  charges.update(tenant, chargeId, (charge) => {
    const dispute = disputeIn(charge, id);
    return dispute === undefined ? KEEP : decide(charge, dispute, now());
  });

async function textOf({ evidence }: AnswerDisputeDeps, { id, evidence: notes = [] }: Dispute): Promise<string> {
  const first = notes.find(({ hasText }) => hasText);
  const piece = first && (await evidence.piece({ disputeId: id, evidenceId: first.id }, 'text'));
  invariant(piece !== undefined && piece !== 'erased', 'what is sent to a bank was stored before');
  return piece.content.toString('utf8');
}

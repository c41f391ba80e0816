import { openedAtOf, publicStatusOf, reasonOf, type StoredDispute } from './dispute.ts';

/** A dispute as it leaves the service; the fields are those of the message gx.charge.v1.Dispute. */
export function disputeView({ dispute, chargeId, currency }: StoredDispute) {
  const { id, amount, evidenceDueBy } = dispute;
  return {
    id: id as string,
    chargeId: chargeId as string,
    amount: amount as number,
    currency,
    status: publicStatusOf(dispute),
    reason: reasonOf(dispute) as string,
    ...(evidenceDueBy === undefined ? {} : { evidenceDueByMs: evidenceDueBy.getTime() }),
    createdAtMs: openedAtOf(dispute).getTime(),
  };
}

/** The same as operators see it: nobody is named, and of evidence its kinds alone. */
export function operatorsView(stored: StoredDispute) {
  const { dispute, tenant, bankProfileId } = stored;
  const { providerId, endToEndId, answer, evidence = [] } = dispute;
  return {
    dispute: disputeView(stored),
    tenant,
    bankProfileId,
    providerId,
    ...(endToEndId === undefined ? {} : { endToEndId: endToEndId as string }),
    answer: answer?.kind ?? '',
    answerState: answer?.state ?? '',
    evidence: evidence.map(({ id, submittedAt, hasText, fileTypes }) => ({
      id,
      submittedAtMs: submittedAt.getTime(),
      hasText,
      fileTypes: [...fileTypes],
    })),
  };
}

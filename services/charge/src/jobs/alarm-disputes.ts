import type { Logger } from '@gx/runtime';
import type { StoredDispute } from '../domain/dispute.ts';
import type { DisputeStore } from '../store/disputes.ts';

export type AlarmDisputesDeps = { readonly disputes: Pick<DisputeStore, 'claimWarnings'>; readonly log: Logger };

const PAGE = 200;

const detailsOf = ({ dispute, chargeId, bankProfileId }: StoredDispute) => ({
  charge_id: chargeId,
  dispute_id: dispute.id,
  bank_profile: bankProfileId,
});

/**
 * Raises the alarms of disputes that people have to do something about: evidence is due within a day and the
 * bank has none, an operator has to bring something to the bank, a case was lost and nothing was taken. The
 * claim comes first, so that of several replicas one raises it; each comes again while it lasts.
 */
export const alarmDisputes =
  ({ disputes, log }: AlarmDisputesDeps) =>
  async (): Promise<void> => {
    for (const due of await disputes.claimWarnings('deadline', PAGE))
      log.error(
        { alarm: 'dispute_due', ...detailsOf(due), evidence_due_by: due.dispute.evidenceDueBy },
        'evidence for a dispute is due within a day, and its bank has none',
      );
    for (const due of await disputes.claimWarnings('operator', PAGE))
      log.error(
        { alarm: 'dispute_awaits_operator', ...detailsOf(due), answer: due.dispute.answer?.kind },
        'an operator has to bring the answer to a dispute to its bank',
      );
    for (const due of await disputes.claimWarnings('unpaid', PAGE))
      log.error(
        { alarm: 'dispute_unpaid', ...detailsOf(due) },
        'a case was lost days ago, and its bank has taken nothing',
      );
  };

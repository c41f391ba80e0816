import { type Id, InvariantViolation, isoMillis, wireId } from '@gx/core';
import type { Dispute, Dispute_Status } from '../../gen/gx/charge/v1/charge.ts';

export type DisputeStatus = Exclude<Dispute_Status, 'STATUS_UNSPECIFIED'>;
/** The four words of a dispute (decisions, section 9). */
export const DISPUTE_STATUSES = ['needs_response', 'under_review', 'won', 'lost'] as const;
export type PublicDisputeStatus = Lowercase<DisputeStatus>;

/** The public dispute, `object: "dispute"` (decisions, section 9). */
export type PublicDispute = {
  readonly id: string;
  readonly object: 'dispute';
  readonly charge: string;
  /** What is at stake, set aside since it was opened. */
  readonly amount: number;
  readonly currency: string;
  readonly status: PublicDisputeStatus;
  readonly reason: string;
  /** Null where it is not known until when evidence counts. */
  readonly evidence_due_by: string | null;
  readonly created_at: string;
};

export function publicDispute({ id, chargeId, status, evidenceDueByMs: due, ...dispute }: Dispute): PublicDispute {
  if (status === 'STATUS_UNSPECIFIED') throw new InvariantViolation('a dispute without a status');
  return {
    id: wireId('dispute', id as Id<'dispute'>),
    object: 'dispute',
    charge: wireId('charge', chargeId as Id<'charge'>),
    amount: dispute.amount,
    currency: dispute.currency,
    status: status.toLowerCase() as PublicDisputeStatus,
    reason: dispute.reason,
    evidence_due_by: due === undefined ? null : isoMillis(new Date(due)),
    created_at: isoMillis(new Date(dispute.createdAtMs)),
  };
}

import type { Cents, EndToEndId, Id, Tenant } from '@gx/core';

/** Why the money is wanted back. Of a card no more is known than what it is called. */
export type DisputeReason = 'fraud' | 'operational' | 'dispute' | 'chargeback' | 'other';

/**
 * What a bank or acquirer is to be told, and who tells it: `due`, we do; `with_operator`, a person has to,
 * where no API takes it; `with_bank`, it has it.
 */
export type DisputeAnswer = {
  readonly kind: 'defence' | 'acceptance';
  readonly state: 'due' | 'with_bank' | 'with_operator';
  readonly at: Date;
  /** There is more of it than the API takes: files, or what came afterwards. */
  readonly isMore?: true;
};

/** What a merchant handed in, as much of it as may be known: its content is stored encrypted, apart. */
export type EvidenceNote = {
  /** Derived from its content, so that the same again is the same. */
  readonly id: string;
  readonly submittedAt: Date;
  readonly hasText: boolean;
  readonly fileTypes: readonly string[];
};

/** Somebody wants money back: a cardholder, the issuer in his name, or the payer of a Pix (MED). */
export type Dispute = {
  /** Ours, made when it was first shown: the ledger's hold is under it. */
  readonly id: Id<'dispute'>;
  /** Of the acquirer or the bank; of a case that an operator opened without one, a name of ours. */
  readonly providerId: string;
  readonly kind: 'dispute' | 'chargeback';
  readonly status: 'open' | 'won' | 'lost';
  /** What is at stake, fixed when it was opened; 0 for one that fits no money of its charge (ADR 55). */
  readonly amount: Cents;
  /** Absent of those that older versions stored. */
  readonly openedAt?: Date;
  readonly reason?: DisputeReason;
  readonly evidenceDueBy?: Date;
  /** Of a case about a Pix. */
  readonly endToEndId?: EndToEndId;
  /** When it was decided, and by which operator or that the merchant accepted it. */
  readonly decidedAt?: Date;
  readonly decidedBy?: string;
  /** The operator who opened it. */
  readonly openedBy?: string;
  /** When evidence was first handed in here, or shown at the bank. */
  readonly answeredAt?: Date;
  readonly evidence?: readonly EvidenceNote[];
  readonly answer?: DisputeAnswer;
  /** When the bank last changed it, by its own time: what it showed before is no news. */
  readonly shownAt?: Date;
  /** Of a case about a Pix: since when its hold has nothing left. */
  readonly settledAt?: Date;
  /** What devolutions had taken of its hold when the rest was released. Absent where nothing was. */
  readonly paidAtRelease?: Cents;
};

/** A dispute, and whose it is. */
export type StoredDispute = {
  readonly dispute: Dispute;
  readonly tenant: Tenant;
  readonly chargeId: Id<'charge'>;
  readonly bankProfileId: string;
  readonly currency: string;
};

/** A dispute that was written down with nothing at stake. */
export const isMismatch = ({ amount }: Pick<Dispute, 'amount'>): boolean => amount === 0;

/** What a merchant sees of it (decisions, section 9). */
export type PublicDisputeStatus = 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST';
export function publicStatusOf({ status, answeredAt }: Dispute): PublicDisputeStatus {
  if (status !== 'open') return status === 'won' ? 'WON' : 'LOST';
  return answeredAt === undefined ? 'NEEDS_RESPONSE' : 'UNDER_REVIEW';
}

/** One that older versions stored has its time in its id (UUIDv7). */
export const openedAtOf = ({ id, openedAt }: Pick<Dispute, 'id' | 'openedAt'>): Date =>
  openedAt ?? new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

export const reasonOf = ({ reason, kind }: Pick<Dispute, 'reason' | 'kind'>): DisputeReason => reason ?? kind;

/** Whether a bank, acquirer or operator still has to be told what the merchant says. */
export const isUnanswered = ({ status, answer, answeredAt }: Dispute): boolean =>
  status === 'open' && (answer === undefined ? answeredAt === undefined : answer.state !== 'with_bank');

/** Whether money of its charge is set aside, or about to go, for it. */
export const isAtStake = (dispute: Dispute): boolean =>
  !isMismatch(dispute) &&
  (dispute.status === 'open' ||
    (dispute.status === 'lost' && dispute.endToEndId !== undefined && dispute.settledAt === undefined));

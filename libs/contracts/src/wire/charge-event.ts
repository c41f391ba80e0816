import { type Id, isoMillis, wireId } from '@gx/core';
import type { Charge } from '../../gen/gx/charge/v1/charge.ts';
import { type PublicCharge, publicCharge } from './charge.ts';
import { type CanonicalEnvelope, canonicalEnvelope, type LegacyEnvelope, type Occurrence } from './envelope.ts';
import { failureOf, type RefundInitiator, type RefundStatus } from './refund.ts';

/** Canonical event of a charge. */
export type CanonicalEvent = CanonicalEnvelope<{
  readonly object: PublicCharge;
  readonly dispute?: PublicCause;
}>;

/** Which dispute made a status, so that one that is told again is no new sale (decisions, section 9). */
type PublicCause = { readonly id: string; readonly status: CausingDispute['status'] };
/** The same with its id raw. */
export type CausingDispute = { readonly id: string; readonly status: 'needs_response' | 'won' | 'lost' };

/** Legacy event of a charge. */
export type LegacyEvent = LegacyEnvelope<{
  readonly transactionId: string;
  /** The merchant's own id of its user, when the creation named one (decisions A46). */
  readonly customerId?: string;
  readonly amount: number;
  readonly status: string;
  readonly previousStatus: string;
  readonly paidWith?: string;
  readonly providerFee?: number;
  readonly platformFee?: number;
  readonly netAmount?: number;
  /** Of `payment.refunded` alone: which refund moved, and where it stands (decisions A7). */
  readonly refund?: {
    readonly id: string;
    readonly amount: number;
    readonly status: RefundStatus;
    /** Who ordered it: the merchant, we ourselves (a return), or the bank (decisions, section 9). */
    readonly initiator: RefundInitiator;
    /** Of a return or of what the bank takes back: why. */
    readonly reason?: string;
    /** Of one that failed: why, in the bank's code. */
    readonly failureReason?: string;
    /** Of a cashout: what has come back of it since it arrived. */
    readonly returnedAmount?: number;
  };
  readonly dispute?: PublicCause;
  readonly occurredAt: string;
  /** Of the charge, as in the canonical envelope. */
  readonly sequence: number;
}>;

type ChargeOccurrence = Occurrence & { readonly dispute?: CausingDispute };

export const canonicalEvent = (
  type: string,
  charge: Charge,
  { dispute, ...occurrence }: ChargeOccurrence,
): CanonicalEvent => canonicalEnvelope(type, { object: publicCharge(charge), ...causeOf(dispute) }, occurrence);

const causeOf = (dispute: CausingDispute | undefined): { readonly dispute?: PublicCause } =>
  dispute === undefined
    ? {}
    : { dispute: { id: wireId('dispute', dispute.id as Id<'dispute'>), status: dispute.status } };

/** What a legacy event says beside the transaction itself; `refund` is the one that moved, its id raw. */
export type LegacyChange = {
  readonly previousStatus: string;
  readonly occurredAtMs: number;
  readonly livemode: boolean;
  readonly sequence: number;
  readonly refund?: MovedRefund;
  readonly dispute?: CausingDispute;
};

export type MovedRefund = {
  readonly id: string;
  readonly amount: number;
  readonly status: RefundStatus;
  readonly initiator: RefundInitiator;
  readonly reason?: string;
  readonly failureCode?: string;
  readonly returnedAmount?: number;
};

function movedRefund({
  id,
  amount,
  status,
  initiator,
  reason,
  failureCode,
  returnedAmount,
}: MovedRefund): NonNullable<LegacyEvent['data']['refund']> {
  return {
    id: wireId('refund', id as Id<'refund'>),
    amount,
    status,
    initiator,
    ...(reason === undefined ? {} : { reason }),
    ...failureOf({ status, failureCode }),
    ...(returnedAmount === undefined ? {} : { returnedAmount }),
  };
}

/** `transactionId` has the form that the creating surface answered (decisions A2). */
export function legacyEvent(
  event: string,
  charge: Charge,
  { previousStatus, occurredAtMs, livemode, sequence, refund, dispute }: LegacyChange,
): LegacyEvent {
  const settled = charge.status === 'PAID' || charge.status === 'APPROVED';
  const { amount, providerFee, platformFee } = charge;
  return {
    event,
    livemode,
    data: {
      transactionId: wireId('charge', charge.id as Id<'charge'>, charge.surface === 'PAYMENTS' ? 'tx_' : 'ch_'),
      ...(charge.customerId === undefined ? {} : { customerId: charge.customerId }),
      amount,
      status: charge.status,
      previousStatus,
      ...(settled
        ? { paidWith: charge.paymentMethod, providerFee, platformFee, netAmount: amount - providerFee - platformFee }
        : {}),
      ...(refund === undefined ? {} : { refund: movedRefund(refund) }),
      ...causeOf(dispute),
      occurredAt: isoMillis(new Date(occurredAtMs)),
      sequence,
    },
  };
}

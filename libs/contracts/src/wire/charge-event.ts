import { type Id, isoMillis, wireId } from '@gx/core';
import type { Charge } from '../../gen/gx/charge/v1/Charge.ts';
import { type PublicCharge, publicCharge } from './charge.ts';
import { failureOf, type RefundStatus } from './refund.ts';

/** The contract version that canonical envelopes carry (specification, Versioning). */
export const API_VERSION = '2026-11-01';

/** Canonical envelope of `charge.*` (specification, Events). */
export type CanonicalEvent = {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly type: string;
  readonly created_at: string;
  /** Of the charge: a later event of it has a larger one. Numbers between them are internal. */
  readonly sequence: number;
  readonly data: { readonly object: PublicCharge };
};

/** Legacy envelope of `payment.*` (specification, Events). */
export type LegacyEvent = {
  readonly event: string;
  readonly data: {
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
      /** Of one that failed: why, in the bank's code. */
      readonly failureReason?: string;
    };
    readonly occurredAt: string;
    /** Of the charge, as in the canonical envelope. */
    readonly sequence: number;
  };
};

type Occurrence = { readonly eventId: string; readonly occurredAtMs: number; readonly sequence: number };

export function canonicalEvent(
  type: string,
  charge: Charge,
  { eventId, occurredAtMs, sequence }: Occurrence,
): CanonicalEvent {
  return {
    id: eventId,
    object: 'event',
    api_version: API_VERSION,
    type,
    created_at: isoMillis(new Date(occurredAtMs)),
    sequence,
    data: { object: publicCharge(charge) },
  };
}

/** What a legacy event says beside the transaction itself; `refund` is the one that moved, its id raw. */
export type LegacyChange = {
  readonly previousStatus: string;
  readonly occurredAtMs: number;
  readonly sequence: number;
  readonly refund?: MovedRefund;
};

export type MovedRefund = {
  readonly id: string;
  readonly amount: number;
  readonly status: RefundStatus;
  readonly failureCode?: string;
};

function movedRefund({ id, amount, status, failureCode }: MovedRefund): NonNullable<LegacyEvent['data']['refund']> {
  return {
    id: wireId('refund', id as Id<'refund'>),
    amount,
    status,
    ...failureOf({ status, failureCode }),
  };
}

/** `transactionId` has the form that the creating surface answered (decisions A2). */
export function legacyEvent(
  event: string,
  charge: Charge,
  { previousStatus, occurredAtMs, sequence, refund }: LegacyChange,
): LegacyEvent {
  const settled = charge.status === 'PAID' || charge.status === 'APPROVED';
  const { amount, providerFee, platformFee } = charge;
  return {
    event,
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
      occurredAt: isoMillis(new Date(occurredAtMs)),
      sequence,
    },
  };
}

import { type Id, InvariantViolation, isoMillis, wireId } from '@gx/core';
import type { Refund, Refund_Kind, Refund_Status } from '../../gen/gx/refund/v1/refund.ts';

export type RefundStatus = Exclude<Refund_Status, 'STATUS_UNSPECIFIED'>;

/** `automatic`: a return of money that could not be kept. `bank`: taken back by the bank itself. */
export type RefundInitiator = 'merchant' | 'automatic' | 'bank';
const INITIATOR = {
  KIND_UNSPECIFIED: 'merchant',
  REFUND: 'merchant',
  RETURN: 'automatic',
  BANK_RETURN: 'bank',
} as const satisfies Record<Refund_Kind, RefundInitiator>;

/** Money on its way back to a payer (specification, Resources): an allowlist, built field by field. */
export type PublicRefund = {
  readonly id: string;
  readonly transactionId: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: RefundStatus;
  readonly reason: string | null;
  readonly createdAt: string;
  /** Who ordered it (decisions, section 9): additive to the specification. */
  readonly initiator: RefundInitiator;
  /** Of one that failed: why, in the bank's code. */
  readonly failureReason?: string;
  /** Of a cashout: what has come back of it since it arrived (decisions, section 7). Absent: nothing. */
  readonly returnedAmount?: number;
};

/** Renders a refund, or a return of money that could not be kept. `transactionId` is `tx_` (decisions A1). */
export function publicRefund(refund: Refund): PublicRefund {
  const { id, chargeId, amount, currency, status, reason, kind, failureCode, createdAtMs, returnedAmount } = refund;
  if (status === 'STATUS_UNSPECIFIED') throw new InvariantViolation('a refund without a status');
  return {
    id: wireId('refund', id as Id<'refund'>),
    transactionId: wireId('charge', chargeId as Id<'charge'>, 'tx_'),
    amount,
    currency,
    status,
    reason: reason ?? null,
    createdAt: isoMillis(new Date(createdAtMs)),
    initiator: INITIATOR[kind],
    ...failureOf({ status, failureCode }),
    ...(returnedAmount === undefined ? {} : { returnedAmount }),
  };
}

/** Codes of the instant payment system, of API Pix and of acquirers; digits alone are none. */
const CODE = /^(?=\w*[A-Za-z])\w{1,80}$/;
/** What API Pix calls a devolution or a Pix-out that came to nothing. */
const NOT_DONE = 'NAO_REALIZADO';

/**
 * Why a refund failed, for its merchant. A bank may write a sentence where a code belongs, and name its own
 * customer in it: that stays with us.
 */
export const failureReason = (code: string): string => (CODE.test(code) ? code : NOT_DONE);

type RefundOutcome = { readonly status: RefundStatus; readonly failureCode: string | undefined };
/** The field that says so; only a refund that failed has it. */
export const failureOf = ({ status, failureCode }: RefundOutcome): { readonly failureReason?: string } =>
  status === 'FAILED' && failureCode !== undefined ? { failureReason: failureReason(failureCode) } : {};

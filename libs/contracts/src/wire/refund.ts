import { type Id, InvariantViolation, isoMillis, wireId } from '@gx/core';
import type { Refund, _gx_refund_v1_Refund_Status as Status } from '../../gen/gx/refund/v1/Refund.ts';

export type RefundStatus = Exclude<Status, 'STATUS_UNSPECIFIED'>;

/** Money on its way back to a payer (specification, Resources): an allowlist, built field by field. */
export type PublicRefund = {
  readonly id: string;
  readonly transactionId: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: RefundStatus;
  readonly reason: string | null;
  readonly createdAt: string;
};

/** Renders a refund, or a return of money that could not be kept. `transactionId` is `tx_` (decisions A1). */
export function publicRefund({ id, chargeId, amount, currency, status, reason, createdAtMs }: Refund): PublicRefund {
  if (status === 'STATUS_UNSPECIFIED') throw new InvariantViolation('a refund without a status');
  return {
    id: wireId('refund', id as Id<'refund'>),
    transactionId: wireId('charge', chargeId as Id<'charge'>, 'tx_'),
    amount,
    currency,
    status,
    reason: reason ?? null,
    createdAt: isoMillis(new Date(createdAtMs)),
  };
}

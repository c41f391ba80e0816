import { invariant } from '@gx/core';
import { returnedAmountOf } from './record-returns.ts';
import type { PlainRefund } from './refund.ts';
import { isHidden, type VisibleStatus } from './transitions.ts';

/** A refund as it leaves the service; the fields are those of the message gx.refund.v1.Refund. */
export type RefundView = ReturnType<typeof refundView>;

/** The refund as it stands. Where the money goes is not in it. */
export function refundView(refund: PlainRefund) {
  const { amount, reason, failureCode, surface } = refund;
  const returnedAmount: number = returnedAmountOf(refund);
  invariant(amount !== null, 'a refund is in no answer before its amount is reserved');
  return {
    id: refund.id as string,
    tenant: { accountId: refund.tenant.accountId as string, livemode: refund.tenant.livemode },
    kind: refund.kind,
    chargeId: (refund.chargeId ?? '') as string,
    surface: surface ?? ('SURFACE_UNSPECIFIED' as const),
    amount: amount as number,
    currency: refund.currency as string,
    status: visible(refund),
    strategy: refund.bank.strategy,
    ...(reason === null ? {} : { reason }),
    // A return that is tried again has failed before, which is nobody's news yet.
    ...(failureCode === null || refund.status !== 'FAILED' ? {} : { failureCode }),
    // Of the first answer nothing had come back.
    ...(returnedAmount === 0 || refund.status !== 'REFUNDED' ? {} : { returnedAmount }),
    createdAtMs: refund.createdAt.getTime(),
  };
}

/** The first answer again, whatever has happened since (decisions A35). */
export const firstView = (refund: PlainRefund): RefundView => refundView({ ...refund, status: 'PENDING' });

function visible({ status }: PlainRefund): VisibleStatus {
  invariant(!isHidden(status), 'a refund that is not accepted is in no answer');
  return status;
}

import type { Cents, EndToEndId, Id, Tenant } from '@gx/core';
import { cents, returnBankId } from '@gx/core';
import { ordered, type PaidOrder, type Refund } from './refund.ts';

/** Money that charge wants to have sent back: all that the bank has left of a payment. */
export type ReturnOrder = {
  readonly id: Id<'refund'>;
  readonly tenant: Tenant;
  readonly chargeId: Id<'charge'> | null;
  readonly bankProfileId: string;
  readonly endToEndId: EndToEndId;
  /** The whole payment. */
  readonly amount: Cents;
  /** What of it the bank has taken back by itself. */
  readonly returnedByBank: Cents;
  readonly currency: string;
  /** What it paid, where that is not a Pix. */
  readonly paid: PaidOrder | null;
  readonly reason: string;
  readonly orderedAt: Date;
  readonly traceparent: string | null;
};

/**
 * The return of one Pix, or of one payment of an order: nobody's wallet is touched, so there is nothing to
 * reserve and the bank comes at once.
 */
export const returnOf = (order: ReturnOrder): Refund =>
  ordered(
    {
      id: order.id,
      kind: 'RETURN',
      tenant: order.tenant,
      chargeId: order.chargeId,
      surface: null,
      idempotencyKey: null,
      requestHash: null,
      amount: cents(order.amount - order.returnedByBank),
      ...(order.returnedByBank > 0 ? { payment: order.amount } : {}),
      currency: order.currency,
      fee: { amount: cents(0), payer: 'PLATFORM' },
      reason: order.reason,
      bank: {
        profileId: order.bankProfileId,
        endToEndId: order.endToEndId,
        ...(order.paid === null
          ? { strategy: 'DEVOLUTION' as const }
          : { strategy: 'ORDER' as const, order: order.paid }),
        id: returnBankId(order.endToEndId, 1),
        body: null,
        destinationKey: null,
      },
      traceparent: order.traceparent,
      createdAt: order.orderedAt,
    },
    'PENDING',
    null,
  );

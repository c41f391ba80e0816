import { newId } from '@gx/core';
import type { ProviderOrder } from '@gx/providers';
import type { ShownOrder } from '../domain/apply-order-status.ts';
import { orderPaymentId } from '../domain/order.ts';

/**
 * What the acquirer shows, in the words of a charge; whatever turns out to be new in it has its id already.
 */
export function shownOrder({
  reference,
  status,
  instructions,
  expiresAt,
  payments,
  disputes,
  refunds,
}: ProviderOrder): ShownOrder {
  return {
    status,
    code: { instructions, expiresAt },
    payments: payments.map(({ id, amount, paidAt }) => ({
      endToEndId: orderPaymentId(reference, id),
      amount,
      paidAt: paidAt,
      returnId: newId('refund'),
    })),
    disputes: disputes.map(({ id, kind, status: state }) => ({
      id: newId('dispute'),
      providerId: id,
      kind,
      status: state,
    })),
    givenBack: refunds.filter((refund) => refund.status !== 'failed').map(({ id, amount }) => ({ id, amount })),
  };
}

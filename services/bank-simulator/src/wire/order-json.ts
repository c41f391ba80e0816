import { isoMillis } from '@gx/core';
import type { Order, OrderDispute, OrderRefund } from '../domain/order.ts';

/** An order as the merchant sees it. `origin` is where the payer's pages are. */
export function orderJson(order: Order, origin: string): Record<string, unknown> {
  return {
    reference: order.reference,
    method: order.method,
    amount: order.amount,
    currency: order.currency,
    status: order.status,
    reason: order.reason ?? null,
    created_at: isoMillis(order.createdAt),
    updated_at: isoMillis(order.updatedAt),
    expires_at: isoMillis(order.expiresAt),
    instructions: instructionsJson(order, origin),
    payments: order.payments.map(({ id, amount, at }) => ({ id, amount, at: isoMillis(at) })),
    disputes: order.disputes.map(disputeJson),
    refunds: order.refunds.map(refundJson),
  };
}

function instructionsJson(order: Order, origin: string): Record<string, unknown> {
  const { instructions: its } = order;
  switch (its.method) {
    case 'CREDIT_CARD':
      return { redirect_url: `${origin}/3ds/${order.token}` };
    case 'MBWAY':
      return { phone: its.phone };
    case 'MULTIBANCO':
      return { entity: its.entity, payment_reference: its.paymentReference };
    case 'BOLETO':
      return { barcode: its.barcode, line: its.line, pdf_url: `${origin}/boletos/${order.token}.pdf` };
    case 'CRYPTO':
      return { address: its.address, amount: its.amount, network: its.network, currency: its.currency };
  }
}

const disputeJson = ({ id, kind, status, openedAt, closedAt }: OrderDispute): Record<string, unknown> => ({
  id,
  kind,
  status,
  opened_at: isoMillis(openedAt),
  closed_at: closedAt === undefined ? null : isoMillis(closedAt),
});

export const refundJson = ({ requestedAt, endedAt, ...refund }: OrderRefund): Record<string, unknown> => ({
  id: refund.id,
  amount: refund.amount,
  status: refund.status,
  reason: refund.reason ?? null,
  requested_at: isoMillis(requestedAt),
  ended_at: endedAt === undefined ? null : isoMillis(endedAt),
});

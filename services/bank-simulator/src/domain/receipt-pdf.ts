import { type Cents, isoMillis } from '@gx/core';
import { writeValor } from './money.ts';
import { ORDER_METHODS, type Order } from './order.ts';
import { pdfPage } from './pdf.ts';
import type { Pix } from './pix.ts';

type ReceiptContents = {
  readonly what: string;
  readonly receiver: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly paidAt: Date;
  /** What the payment is known by, a name and its value each. */
  readonly ids: readonly (readonly [name: string, value: string])[];
};

/**
 * The receipt of a Pix that arrived. It names the receiver and never the payer: it is the receiver's, who may
 * show it around.
 */
export const pixReceipt = ({ amount, paidAt, endToEndId, txid }: Pix, receiver: string): string =>
  receiptPage({
    what: 'Pix recebido',
    receiver,
    amount,
    currency: 'BRL',
    paidAt: paidAt,
    ids: [['ID da transacao', endToEndId], ...(txid === undefined ? [] : [['txid', txid] as const])],
  });

/** The receipt of an order that was paid; undefined before that, and of a method that has none. */
export function orderReceipt(order: Order, receiver: string): string | undefined {
  const { amount, currency, method, reference, status, payments, expiresAt } = order;
  const payment = payments.find((one) => one.amount === amount && one.at <= expiresAt);
  if (status !== 'approved' || payment === undefined || !ORDER_METHODS[method].receipt) return undefined;
  const ids = [['Documento', reference] as const, ['Pagamento', payment.id] as const];
  return receiptPage({ what: `Pagamento por ${method}`, receiver, amount, currency, paidAt: payment.at, ids });
}

const TOP = 790;
const LINE = 18;

function receiptPage({ what, receiver, amount, currency, paidAt, ids }: ReceiptContents): string {
  const lines = [
    `Comprovante: ${what}`,
    `Recebedor: ${receiver}`,
    `Valor: ${writeValor(amount)} ${currency}`,
    `Data: ${isoMillis(paidAt)}`,
    ...ids.map(([name, value]) => `${name}: ${value}`),
  ];
  return pdfPage([
    { text: 'COMPROVANTE DE TESTE - NENHUM DINHEIRO FOI MOVIMENTADO', size: 13, x: 40, y: TOP },
    ...lines.map((text, i) => ({ text, size: 11, x: 40, y: TOP - 2 * LINE - i * LINE })),
  ]);
}

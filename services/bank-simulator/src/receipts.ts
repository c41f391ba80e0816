import type { Bank } from './bank.ts';
import { type Call, param } from './call.ts';
import { Problem } from './domain/problem.ts';
import { orderReceipt, pixReceipt } from './domain/receipt-pdf.ts';
import type { Answer } from './route.ts';

const pdf = (text: string): Answer => ({ status: 200, raw: { type: 'application/pdf', text } });

/** The receipt of a Pix that arrived at the client. */
export const showPixReceipt =
  ({ pix }: Bank) =>
  async (call: Call): Promise<Answer> => {
    const found = await pix.get(call.client.clientId, param(call, 'e2eid'));
    if (found === undefined) throw new Problem('ComprovanteNaoEncontrado');
    return pdf(pixReceipt(found, call.client.name));
  };

/** The receipt of an order that was paid. */
export const showOrderReceipt =
  ({ orders }: Bank) =>
  async (call: Call): Promise<Answer> => {
    const order = await orders.get(call.client.clientId, param(call, 'reference'));
    const text = order && orderReceipt(order, call.client.name);
    if (text === undefined) throw new Problem('ReceiptNotFound');
    return pdf(text);
  };

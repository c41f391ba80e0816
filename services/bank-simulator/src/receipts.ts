import type { SimulatedBank } from './bank.ts';
import { type BankCallContext, param } from './call.ts';
import { Problem } from './domain/problem.ts';
import { orderReceipt, pixReceipt } from './domain/receipt-pdf.ts';
import type { BankResponse } from './route.ts';

const pdf = (text: string): BankResponse => ({ status: 200, raw: { type: 'application/pdf', text } });

/** The receipt of a Pix that arrived at the client. */
export async function showPixReceipt({ pix }: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const found = await pix.get(call.client.clientId, param(call, 'e2eid'));
  if (found === undefined) throw new Problem('ComprovanteNaoEncontrado');
  return pdf(pixReceipt(found, call.client));
}

/** The receipt of an order that was paid. */
export async function showOrderReceipt({ orders }: SimulatedBank, call: BankCallContext): Promise<BankResponse> {
  const order = await orders.get(call.client.clientId, param(call, 'reference'));
  const text = order && orderReceipt(order, call.client);
  if (text === undefined) throw new Problem('ReceiptNotFound');
  return pdf(text);
}

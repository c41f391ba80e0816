import { type Id, invariant, Refusal, type Tenant, unavailable } from '@gx/core';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { callFor } from '../commands/budget.ts';
import type { Charge } from '../domain/charge.ts';
import { optionOf } from '../domain/payment-options.ts';
import type { ChargeStore } from '../store/charges.ts';

export type GetReceiptFileDeps = {
  readonly charges: ChargeStore;
  readonly banks: BankDirectory;
  readonly receipts: typeof receiptOf;
};

const unavailableReceipt = (message: string): Refusal =>
  new Refusal('unprocessable_entity', message, { reason: 'receipt_unavailable' });

/**
 * The bank's own receipt of a settled charge, as it makes it now (decisions A43, ADR 82); a message
 * gx.charge.v1.ReceiptFile. A bank may name the payer in it: it is kept nowhere.
 */
export async function getReceiptFile(
  { charges, banks, receipts }: GetReceiptFileDeps,
  tenant: Tenant,
  id: Id<'charge'>,
) {
  const charge = await charges.byId(tenant, id);
  if (charge.settlement === null || charge.settlement.postedAt === null)
    throw unavailableReceipt('There is a receipt only for a charge that was paid.');
  const bank = await banks.byId(charge.bankProfileId);
  invariant(bank !== undefined, 'the bank profile of a charge is gone');
  const answer = await receipts(bank, charge);
  if (answer.kind === 'not_sent' || answer.kind === 'unknown') throw unavailable('The bank does not answer now.');
  if (answer.kind === 'declined' || answer.value === null)
    throw unavailableReceipt('The bank of this charge has no receipt of it.');
  return answer.value;
}

/** Asked of the provider that the money came by: by the Pix, or by the order. */
export async function receiptOf({ provider, orders }: Bank, charge: Charge) {
  const { settlement } = charge;
  const { method, txid } = optionOf(charge);
  invariant(settlement !== null, 'a receipt of what was not paid');
  const call = callFor(charge);
  if (method === 'PIX') return provider.getReceipt(settlement.endToEndId, call);
  invariant(orders !== null, 'the bank profile of an order has no acquirer any more');
  return orders.provider.getReceipt({ reference: txid, method }, call);
}

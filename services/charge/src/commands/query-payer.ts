import { invariant, parseTaxId, type TaxDocument } from '@gx/core';
import type { Bank } from '../banks/bank-directory.ts';
import type { Charge } from '../domain/charge.ts';
import type { PayerVerdict, ReceivedPix } from '../domain/decide-payment.ts';
import { optionOf } from '../domain/payment-options.ts';
import { UNKNOWN_PAYER } from '../domain/personal-data.ts';
import { callFor } from './budget.ts';

/**
 * All of one question to the bank: a miss is asked twice, 3 s apart, each after the bank has shown the Pix.
 */
const CONFIRM_MS = 10_000;

/**
 * What the document of who paid, as the bank told it, means for the lock of a charge. Null when nobody said,
 * or nothing is locked. Where the payer was erased nobody is let in.
 */
export function payerVerdictOf(charge: Charge, payer: TaxDocument | null): PayerVerdict | null {
  const { expectedPayerTaxId, isUnreadable } = charge;
  invariant(isUnreadable === undefined, 'nobody knows whom the lock of an unreadable charge lets in');
  if (expectedPayerTaxId === UNKNOWN_PAYER) return 'mismatch';
  if (expectedPayerTaxId === null || payer === null) return null;
  return payer.value === expectedPayerTaxId ? 'match' : 'mismatch';
}

/** Asks the bank whether a Pix of a locked charge came from the payer that the lock names. Takes seconds. */
export async function queryPayer(bank: Bank, charge: Charge, pix: ReceivedPix): Promise<PayerVerdict> {
  invariant(charge.isUnreadable === undefined, 'nobody knows whom the lock of an unreadable charge lets in');
  if (charge.expectedPayerTaxId === UNKNOWN_PAYER) return 'mismatch';
  const taxId = parseTaxId(charge.expectedPayerTaxId ?? '');
  invariant(taxId !== undefined, 'only a locked charge asks who paid');
  if (!bank.provider.capabilities().payerQuery) return 'unknown';
  const { endToEndId, paidAt } = pix;
  const answer = await bank.provider.confirmPayer(
    { txid: optionOf(charge).txid, endToEndId, taxId, paidAt },
    { deadlineMs: CONFIRM_MS, ...callFor(charge) },
  );
  return answer === 'unavailable' ? 'unknown' : answer;
}

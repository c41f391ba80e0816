import { createHmac } from 'node:crypto';
import { parseTaxId, Refusal, type TaxDocument, type Tenant } from '@gx/core';
import type { Settlement } from './settlement.ts';

/**
 * Who paid: as the bank reported it, else whom the charge was locked to (decisions A22). What the merchant says
 * of its customer is no payer.
 */
export function payerOf({
  payerTaxId,
  expectedPayerTaxId,
}: Pick<Settlement, 'payerTaxId' | 'expectedPayerTaxId'>): TaxDocument | undefined {
  const document = payerTaxId ?? expectedPayerTaxId;
  return document === null ? undefined : parseTaxId(document);
}

/** Whose a Pix key is, by the key alone; `unknown`: the bank may know. */
export function keyOwnership(key: string, payer: TaxDocument | undefined): 'payer' | 'other' | 'unknown' {
  const document = parseTaxId(key);
  if (document === undefined) return 'unknown';
  return document.value === payer?.value ? 'payer' : 'other';
}

/** The account's refunds go to their payers alone, and nobody says that this key is the payer's. */
export const notThePayers = (message: string): Refusal =>
  new Refusal('unprocessable_entity', message, { param: 'destinationKey', reason: 'destination_not_allowed' });

/**
 * Names a key that an account sends refunds to: the same for the same key, account and mode, and nothing of the
 * key without the secret.
 */
export const destinationIdOf = (secret: Buffer, { accountId, livemode }: Tenant, key: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['refund destination', accountId, livemode, key]))
    .digest('hex')
    .slice(0, 32);

import {
  type CustomerName,
  ownerOfPixKey,
  type PayeeField,
  type PersonalValues,
  parsePixKey,
  parseTaxId,
  readBrCode,
} from '@gx/core';
import { type Destination, directoryKeyOf, normalisedDestination } from './destination.ts';
import type { PayoutSecrets, PlainPayout } from './payout.ts';

/**
 * What a payout holds of its payee, under the payee's key: stored so, and on the bus. The fields say what
 * there was when nobody can read it any more.
 */
export type EncryptedPayee = {
  readonly keyId: string;
  readonly fields: readonly PayeeField[];
  /** Ciphertext of the values of the fields, which events carry. */
  readonly values: string;
  /** Ciphertext of the secrets. It stays with the payout. */
  readonly secrets: string;
};

/**
 * Whose data it is: the owner of the destination by the document that is known; else the destination itself
 * names somebody.
 */
export const payeeOf = ({ destination, expectedOwner }: Pick<PayoutSecrets, 'destination' | 'expectedOwner'>) =>
  documentIn(destination) ??
  expectedOwner?.value ?? { destination: JSON.stringify(normalisedDestination(destination)) };

function documentIn(destination: Destination): string | undefined {
  if (destination.kind === 'bank_account') return destination.holderDocument.value;
  const key = directoryKeyOf(destination);
  return key === undefined ? undefined : parseTaxId(key)?.value;
}

/** The payee behind a Pix key or Pix code; undefined for a text that is neither. */
export function payeeBehind(text: string): CustomerName | undefined {
  const key = parsePixKey(text);
  if (key !== undefined) return ownerOfPixKey(key);
  return typeof readBrCode(text) === 'string'
    ? undefined
    : payeeOf({ destination: { kind: 'br_code', brCode: text }, expectedOwner: null });
}

/** What a payout says of its payee, by the names of the public payout. */
export const valuesOf = ({ description }: Pick<PlainPayout, 'description'>): PersonalValues =>
  description === null ? {} : { description };

/** All that a payout holds of its payee, by the names of the request. */
export const heldOf = (payout: PlainPayout, secrets: PayoutSecrets | null): Readonly<Record<string, string>> => ({
  ...valuesOf(payout),
  ...(secrets === null ? {} : fieldsOf(secrets.destination)),
  ...(secrets?.expectedOwner == null ? {} : { expected_recipient_tax_id: secrets.expectedOwner.value }),
});

function fieldsOf(destination: Destination): Readonly<Record<string, string>> {
  switch (destination.kind) {
    case 'key':
      return { 'destination.pix_key': destination.key };
    case 'br_code':
      return { 'destination.br_code': destination.brCode };
    case 'bank_account':
      return {
        'destination.bank_account.ispb': destination.ispb,
        'destination.bank_account.branch': destination.branch,
        'destination.bank_account.account': destination.account,
        'destination.bank_account.holder_name': destination.holderName,
        'destination.bank_account.holder_document': destination.holderDocument.value,
      };
  }
}

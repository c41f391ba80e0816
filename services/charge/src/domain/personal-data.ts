import { type PersonalField, type PersonalValues, parseJsonAsWritten, type TaxId } from '@gx/core';
import type { Charge, ChargeTerms, Customer, PaymentMethod } from './charge.ts';

/**
 * What a charge holds of persons, under the key of its customer: stored so, and on the bus. The fields say
 * what there was when nobody can read it any more.
 */
export type EncryptedPersonalData = {
  readonly keyId: string;
  readonly fields: readonly PersonalField[];
  /** Ciphertext of the values of the fields. */
  readonly values: string;
  /** Ciphertext of the requests to providers, which name the payer. It stays with the charge. */
  readonly bodies: string;
};

/** The same in the clear. */
export type PersonalData = { readonly values: PersonalValues; readonly bodies: Bodies };
type Bodies = Readonly<Partial<Record<PaymentMethod, string>>>;

/**
 * The lock of a charge for those who cannot read whom it lets in, as it is stored and once the payer was
 * erased: it lets nobody in.
 */
export const UNKNOWN_PAYER = '' as TaxId;

type Named = Pick<ChargeTerms, 'customer' | 'expectedPayerTaxId' | 'metadataJson'>;

/** What a charge says of persons; undefined when it names nobody. */
export function personalDataOf(charge: Named & Pick<Charge, 'paymentOptions'>): PersonalData | undefined {
  const values = valuesOf(charge);
  if (Object.keys(values).length === 0) return undefined;
  const bodies = Object.fromEntries(charge.paymentOptions.map(({ method, body }) => [method, body]));
  return { values, bodies };
}

/** What a charge says of persons, by the names of the public charge. */
export function valuesOf({ customer, expectedPayerTaxId, metadataJson }: Named): PersonalValues {
  const { name, document, email, phone } = customer;
  const values: Readonly<Record<PersonalField, string | null | undefined>> = {
    'customer.name': name,
    'customer.document': document,
    'customer.email': email,
    'customer.phone': phone,
    expected_payer_tax_id: expectedPayerTaxId,
    'metadata.phone': phoneOf(metadataJson),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value != null));
}

/** Whose data it is: the document that the merchant gave of its customer, or of who alone may pay. */
export const documentOfCustomer = ({ customer, expectedPayerTaxId }: Named): string | undefined =>
  customer.document ?? expectedPayerTaxId ?? undefined;

/** The charge with nothing of a person in it, as it is stored and published. */
export function hidden(charge: Charge): Charge {
  const { personalData } = charge;
  if (personalData === undefined) return charge;
  const { isUnreadable: _, ...readable } = charge;
  return {
    ...readable,
    customer: {},
    expectedPayerTaxId: personalData.fields.includes('expected_payer_tax_id') ? UNKNOWN_PAYER : null,
    metadataJson: personalData.fields.includes('metadata.phone')
      ? withPhone(charge.metadataJson, null)
      : charge.metadataJson,
    paymentOptions: withoutBodies(charge.paymentOptions),
  };
}

export const withoutBodies = (options: Charge['paymentOptions']): Charge['paymentOptions'] =>
  options.map((option) => ({ ...option, body: '' }));

/** A charge as it is stored, with what it holds of persons. */
export function shown(stored: Charge, { values, bodies }: PersonalData): Charge {
  const phone = values['metadata.phone'];
  return {
    ...stored,
    customer: customerOf(values),
    expectedPayerTaxId: (values.expected_payer_tax_id as TaxId | undefined) ?? null,
    metadataJson: phone === undefined ? stored.metadataJson : withPhone(stored.metadataJson, phone),
    paymentOptions: stored.paymentOptions.map((option) => ({ ...option, body: bodies[option.method] ?? '' })),
  };
}

/** A charge as it is stored, whose key was destroyed. */
export const erased = (stored: Charge): Charge => ({ ...stored, isErased: true });

/** A charge as it is stored, whose key is lost. */
export const unreadable = (stored: Charge): Charge => ({ ...stored, isUnreadable: true });

/** Whom the merchant sells to, of what a charge holds of persons. */
export function customerOf(values: PersonalValues): Customer {
  const names = ['name', 'document', 'email', 'phone'] as const;
  const given = names.map((name) => [name, values[`customer.${name}`]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** The merchant's metadata may name one, which MB WAY asks. */
function phoneOf(metadataJson: string): string | undefined {
  if (!metadataJson.includes('"phone"')) return undefined;
  const { phone } = parseJsonAsWritten(metadataJson) as { readonly phone?: unknown };
  return typeof phone === 'string' ? phone : undefined;
}

function withPhone(metadataJson: string, phone: string | null): string {
  return JSON.stringify({ ...(parseJsonAsWritten(metadataJson) as object), phone });
}

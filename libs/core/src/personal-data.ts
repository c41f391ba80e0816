import { parseTaxId } from './documents.ts';

/** What a public charge has of its customer, by its own names. */
export const PERSONAL_FIELDS = [
  'customer.name',
  'customer.document',
  'customer.email',
  'customer.phone',
  'expected_payer_tax_id',
  'metadata.phone',
] as const;
export type PersonalField = (typeof PERSONAL_FIELDS)[number];
/** What a public payout has of its payee. */
export const PAYEE_FIELDS = ['description'] as const;
export type PayeeField = (typeof PAYEE_FIELDS)[number];
export type PersonalValues = Readonly<Partial<Record<PersonalField | PayeeField, string>>>;

/** What names a customer: a document, or where money goes of whose owner no document is known. */
export type CustomerName = string | { readonly destination: string };

/** Whose a Pix key is, by the key alone: a document names its owner, any other key itself. */
export const ownerOfPixKey = (key: string): CustomerName =>
  parseTaxId(key)?.value ?? { destination: JSON.stringify(['key', key]) };

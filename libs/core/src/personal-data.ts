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
export type PersonalValues = Readonly<Partial<Record<PersonalField, string>>>;

import { parseTaxId } from '@gx/core';
import { readAs, text } from './text.ts';

export const OTHER_TAX_ID_MAX = 64;

/** A CPF or CNPJ with valid check digits; comes out without punctuation, upper case (decisions A61). */
export const taxId = readAs((raw) => parseTaxId(raw)?.value, 'must be a CPF or CNPJ with valid check digits').meta({
  description: 'CPF or CNPJ, with or without punctuation.',
});

/**
 * A CPF or CNPJ as above; any other tax id as it was written. What a charge is found by goes through it as
 * what it was made with.
 */
export const anyTaxId = text(OTHER_TAX_ID_MAX)
  .refine((raw) => /[\p{L}\p{N}]/u.test(raw), { error: 'must be a CPF, CNPJ, NIF or other tax id' })
  .meta({ description: 'CPF or CNPJ, with or without punctuation; NIF or other tax id.' })
  .transform((raw) => parseTaxId(raw)?.value ?? raw.trim());

import { parseTaxId } from '@gx/core';
import { z } from 'zod';
import { text } from './text.ts';

export const OTHER_TAX_ID_MAX = 64;

/** A CPF or CNPJ with valid check digits; comes out without punctuation, upper case (decisions A61). */
export const taxId = z
  .string({ error: 'must be a string' })
  .transform((raw, context) => {
    const document = parseTaxId(raw);
    if (document !== undefined) return document.value;
    context.addIssue({ code: 'custom', message: 'must be a CPF or CNPJ with valid check digits' });
    return z.NEVER;
  })
  .meta({ description: 'CPF or CNPJ, with or without punctuation.' });

/**
 * A CPF or CNPJ as above; any other tax id as it was written. What a charge is found by goes through it as
 * what it was made with.
 */
export const anyTaxId = text(OTHER_TAX_ID_MAX)
  .refine((raw) => /[\p{L}\p{N}]/u.test(raw), { error: 'must be a CPF, CNPJ, NIF or other tax id' })
  .meta({ description: 'CPF or CNPJ, with or without punctuation; NIF or other tax id.' })
  .transform((raw) => parseTaxId(raw)?.value ?? raw.trim());

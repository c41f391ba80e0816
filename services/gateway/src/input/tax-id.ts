import { parseTaxId } from '@gx/core';
import { z } from 'zod';

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

import { parsePixKey } from '@gx/core';
import { z } from 'zod';

/** The Pix key that money is sent to, as the directory writes it. */
export const pixKey = z.string({ error: 'must be a string' }).transform((raw, context) => {
  const key = parsePixKey(raw);
  if (key !== undefined) return key;
  const message = 'must be a Pix key: CPF, CNPJ, phone with +55, e-mail in lower case, or random key';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

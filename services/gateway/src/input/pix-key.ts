import { parseTaxId } from '@gx/core';
import { z } from 'zod';

export const PIX_KEY_MAX = 77;
/** The three forms of a DICT key that are no document (pix.md 1.2): a phone of Brazil, an e-mail in lower case, a random key. */
const FORMS: readonly RegExp[] = [
  /^\+55[1-9]\d{9,10}$/,
  /^[a-z0-9.!#$'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
];

/**
 * The Pix key that money is sent to, as the directory writes it. Documents lose their punctuation, as everywhere; any other
 * key has to come in its own form, because a key that we corrected could be somebody else's.
 */
export const pixKey = z.string({ error: 'must be a string' }).transform((raw, context) => {
  const document = parseTaxId(raw);
  if (document !== undefined) return document.value as string;
  if (raw.length <= PIX_KEY_MAX && FORMS.some((form) => form.test(raw))) return raw;
  const message = 'must be a Pix key: CPF, CNPJ, phone with +55, e-mail in lower case, or random key';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

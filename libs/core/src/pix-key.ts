import { parseTaxId } from './documents.ts';

export const PIX_KEY_MAX = 77;
/**
 * The forms of a key in the directory that are no document (pix.md 1.2): a phone of Brazil, an e-mail in
 * lower case, a random key.
 */
const FORMS: readonly RegExp[] = [
  /^\+55[1-9]\d{9,10}$/,
  /^[a-z0-9.!#$'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
];

/**
 * A Pix key as the directory writes it, undefined for what can be none. Documents lose their punctuation; any
 * other key has to come in its own form, since one that we corrected could be somebody else's. Personal data:
 * encrypted at rest, never logged.
 */
export function parsePixKey(raw: string): string | undefined {
  if (raw.length > PIX_KEY_MAX) return undefined;
  return parseTaxId(raw)?.value ?? (FORMS.some((form) => form.test(raw)) ? raw : undefined);
}

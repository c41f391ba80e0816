import { parseTaxId } from './documents.ts';

export const PIX_KEY_MAX = 77;
export const PIX_KEY_TYPES = ['cpf', 'cnpj', 'email', 'phone', 'evp'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];
/** A key as the directory writes it. Personal data: encrypted at rest, never logged. */
export type PixKey = { readonly type: PixKeyType; readonly key: string };

/**
 * The forms of a key in the directory that are no document (pix.md 1.2): a phone of Brazil, an e-mail in
 * lower case, a random key.
 */
const FORMS = {
  phone: /^\+55[1-9]\d{9,10}$/,
  email:
    /^[a-z0-9.!#$'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/,
  evp: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
} as const satisfies Partial<Record<PixKeyType, RegExp>>;
const FORM_TYPES = Object.keys(FORMS) as (keyof typeof FORMS)[];

/**
 * A phone as people in Brazil write it, without the country: an area code that is given out, then a mobile's
 * nine digits or a landline's eight (Anatel, Resolução 749/2022).
 */
const NATIONAL_PHONE =
  /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])(?:9\d{8}|[2-5]\d{7})$/;

// Elsewhere some capitals have the small letter of another one: the Kelvin sign that of K.
const ASCII = /^[\x21-\x7e]*$/;

/**
 * A Pix key as the directory writes it, undefined for what can be none. Documents lose their punctuation; any
 * other key has to come in its own form, since one that we corrected could be somebody else's.
 */
export const parsePixKey = (raw: string): string | undefined => asWritten(raw)?.key;

function asWritten(raw: string): PixKey | undefined {
  if (raw.length > PIX_KEY_MAX) return undefined;
  const document = parseTaxId(raw);
  if (document !== undefined) return { type: document.kind, key: document.value };
  const type = FORM_TYPES.find((one) => FORMS[one].test(raw));
  return type === undefined ? undefined : { type, key: raw };
}

/**
 * A Pix key as people write it too: an e-mail or a random key in capitals, which the directory has in none; a
 * phone without +55. Of a text that can be keys of several types one has to be named, else it is `ambiguous`;
 * undefined for what is no key, or none of the named type.
 */
export function readPixKey(raw: string, named?: PixKeyType): PixKey | 'ambiguous' | undefined {
  const found = asWritten(raw) ?? (ASCII.test(raw) ? asWritten(raw.toLowerCase()) : undefined);
  const phone: PixKey | undefined = NATIONAL_PHONE.test(raw) ? { type: 'phone', key: `+55${raw}` } : undefined;
  const readings = [found, phone].filter((one) => one !== undefined);
  if (named !== undefined) return readings.find(({ type }) => type === named);
  return readings.length > 1 ? 'ambiguous' : readings[0];
}

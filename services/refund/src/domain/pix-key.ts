import { parseTaxId } from '@gx/core';

const PHONE = /^\+[1-9]\d{7,14}$/;
const EVP = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const EMAIL = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const LENGTH_MAX = 77;

/**
 * A Pix key in the form that the directory of keys has it: CPF, CNPJ, phone with country code, e-mail and random key in lower case. Undefined for
 * what can be none. Personal data: sealed at rest, never logged.
 */
export function parsePixKey(raw: string): string | undefined {
  if (raw.length > LENGTH_MAX) return undefined;
  const lower = raw.trim().toLowerCase();
  if (PHONE.test(lower) || EVP.test(lower) || EMAIL.test(lower)) return lower;
  return parseTaxId(raw)?.value;
}

import type { Brand } from './brand.ts';

/** A CPF or CNPJ with valid check digits, without punctuation, upper case. Personal data: never logged. */
export type TaxId = Brand<string, 'TaxId'>;
export type TaxDocument = { readonly kind: 'cpf' | 'cnpj'; readonly value: TaxId };

const CPF = /^\d{11}$/;
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * Reads a CPF (11 digits) or a CNPJ (14, letters allowed in the first 12 since July 2026, decisions A61).
 * Points, dashes, slashes and spaces are dropped; undefined when a check digit is wrong or all characters are
 * equal.
 */
export function parseTaxId(raw: string): TaxDocument | undefined {
  if (raw.length > 32) return undefined;
  const value = raw.replace(/[.\-/ ]/g, '').toUpperCase();
  if (/^(.)\1*$/.test(value)) return undefined;
  if (CPF.test(value) && checks(value, 9, CPF_WEIGHTS)) return { kind: 'cpf', value: value as TaxId };
  if (CNPJ.test(value) && checks(value, 12, CNPJ_WEIGHTS)) return { kind: 'cnpj', value: value as TaxId };
  return undefined;
}

/** Both check digits, modulo 11; a letter counts as its ASCII code less 48. */
function checks(value: string, bodyLength: number, weights: readonly number[]): boolean {
  return [bodyLength, bodyLength + 1].every((length) => {
    const row = weights.slice(weights.length - length);
    const sum = row.reduce((total, weight, i) => total + weight * (value.charCodeAt(i) - 48), 0);
    const digit = sum % 11 < 2 ? 0 : 11 - (sum % 11);
    return value.charCodeAt(length) - 48 === digit;
  });
}

/**
 * A document of any country as it is compared, however it is written; empty for punctuation, which names
 * nobody.
 */
export const documentKey = (text: string): string =>
  parseTaxId(text)?.value ??
  text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

/**
 * A document that others may see: kind and number, without its first and last characters, as Brazilian
 * receipts print it.
 */
export function maskedTaxId(value: TaxId): string {
  const group = (from: number, to: number): string => value.slice(from, to);
  return value.length === 11
    ? `CPF ***.${group(3, 6)}.${group(6, 9)}-**`
    : `CNPJ **.${group(2, 5)}.${group(5, 8)}/${group(8, 12)}-**`;
}

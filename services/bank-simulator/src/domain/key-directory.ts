import { createHash } from 'node:crypto';
import { parseTaxId } from '@gx/core';

/** The kinds of keys of the DICT, each in the one form that it is registered in (pix.md 1.2). */
export type KeyType = 'cpf' | 'cnpj' | 'phone' | 'email' | 'evp';
/** Whose a key is. */
export type DirectoryEntry = { readonly kind: 'cpf' | 'cnpj'; readonly taxId: string; readonly name: string };

const KEY_MAX = 77;
const PHONE = /^\+55[1-9]\d{9,10}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const EVP = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What kind of key a text is; undefined: nobody can have it. */
export function keyTypeOf(key: string): KeyType | undefined {
  if (key.length > KEY_MAX) return undefined;
  const document = parseTaxId(key);
  if (document?.value === key) return document.kind;
  if (PHONE.test(key)) return 'phone';
  if (EVP.test(key)) return 'evp';
  return EMAIL.test(key) ? 'email' : undefined;
}

/**
 * The owner that this directory names for a key: every well-formed one has one. A CPF or CNPJ belongs to that
 * document; the owner of any other key is a person made of its digest, always the same (README, "The key
 * directory").
 */
export function ownerOf(key: string): DirectoryEntry | undefined {
  const type = keyTypeOf(key);
  if (type === undefined) return undefined;
  const digest = createHash('sha256').update(key.toLowerCase()).digest();
  const name = `Titular ${digest.toString('hex').slice(0, 6).toUpperCase()}`;
  if (type === 'cpf' || type === 'cnpj') return { kind: type, taxId: key, name };
  return { kind: 'cpf', taxId: cpfOf(digest.readUInt32BE(0)), name };
}

/** A CPF with valid check digits whose first nine are a number's last nine. */
function cpfOf(number: number): string {
  // All digits alike are no CPF: that one number gets a neighbour.
  const digits = [...String(Math.max(number % 1_000_000_000, 1)).padStart(9, '0')].map(Number);
  const base = new Set(digits).size === 1 ? [...digits.slice(1), 0] : digits;
  const first = checkDigit(base);
  return [...base, first, checkDigit([...base, first])].join('');
}

/** Modulus 11 with weights that end in 2. */
function checkDigit(digits: readonly number[]): number {
  const sum = digits.reduce((total, digit, i) => total + digit * (digits.length + 1 - i), 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

import { AMOUNT_MAX, type Cents, invariant, isCents } from '@gx/core';

const AMOUNT = /^(\d{1,10})(?:[.,](\d{1,2}))?$/;
/** What adding and multiplying leaves of a number that is meant to have two places. */
const NOISE = 4 * Number.EPSILON;

/**
 * `3700` as the bank writes it, `37.00`: cut from the digits, so no float comes near it. At most ten digits
 * of reais.
 */
export function formatAmount(amount: Cents): string {
  invariant(amount <= AMOUNT_MAX, 'an amount beyond what the bank can carry');
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * `37.00` as `3700`, and so are `37`, `37.0` and `37,00`. Three places are undefined, as they may be
 * thousands.
 */
export function parseAmount(text: string): Cents | undefined {
  const [, reais, places = ''] = AMOUNT.exec(text) ?? [];
  if (reais === undefined) return undefined;
  const amount = Number(`${reais}${places.padEnd(2, '0')}`);
  return isCents(amount) ? amount : undefined;
}

/** An amount as text, or as a number of reais that has no more than whole centavos. */
export function readAmount(written: string | number): Cents | undefined {
  if (typeof written === 'string') return parseAmount(written);
  const amount = Math.abs(Math.round(written * 100));
  if (!isCents(amount) || amount > AMOUNT_MAX) return undefined;
  return Math.abs(written - amount / 100) <= NOISE * Math.max(written, 1) ? amount : undefined;
}

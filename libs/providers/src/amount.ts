import { AMOUNT_MAX, type Cents, invariant, isCents } from '@gx/core';

const AMOUNT = /^(\d{1,10})\.(\d{2})$/;

/**
 * `3700` as the bank writes it, `37.00`: cut from the digits, so no float comes near it. At most ten digits
 * of reais.
 */
export function formatAmount(amount: Cents): string {
  invariant(amount <= AMOUNT_MAX, 'an amount beyond what the bank can carry');
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `37.00` as `3700`; undefined for any other form. */
export function parseAmount(text: string): Cents | undefined {
  const match = AMOUNT.exec(text);
  if (match === null) return undefined;
  const amount = Number(`${match[1]}${match[2]}`);
  return isCents(amount) ? amount : undefined;
}

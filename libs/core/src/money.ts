import type { Brand } from './brand.ts';
import { invariant } from './invariant.ts';

/** An amount in the smallest currency unit (centavos for BRL): a safe integer, never negative. */
export type Cents = Brand<number, 'Cents'>;

/** The largest amount the bank's `\d{1,10}\.\d{2}` can carry (decisions A51), in centavos. */
export const AMOUNT_MAX = 999_999_999_999;

export const isCents = (value: unknown): value is Cents =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Brands a number that is already known to be an amount; anything else is our bug. */
export function cents(value: number): Cents {
  invariant(isCents(value), 'not an amount in the smallest unit');
  return value;
}

export const addCents = (a: Cents, b: Cents): Cents => cents(a + b);
export const subtractCents = (a: Cents, b: Cents): Cents => cents(a - b);

/** `amount` times `basisPoints` / 10,000, rounded half up, in integers throughout (decisions A54). */
export function basisPointsOf(amount: Cents, basisPoints: number): Cents {
  return cents(Number((BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n));
}

import type { Cents } from '@gx/core';

/** Code of a bank that does not exist, so that no real bank takes it. */
const BANK = '999';
/** `9` is the real. */
const CURRENCY = '9';
const DAY_MS = 86_400_000;
/**
 * Day 0 of the due factor; its four digits ran out on 2025-02-21 and went back to 1000 the day after
 * (FEBRABAN, 2022).
 */
const EPOCH_MS = Date.UTC(1997, 9, 7);
const FACTOR_MIN = 1_000;
const FACTORS = 9_000;
/** A boleto falls due on a day of Brazil (UTC-3, no daylight saving since 2019). */
const BRAZIL_OFFSET_MS = -3 * 3_600_000;

/**
 * Digits, doubled from the right in turn, their digits added (ISO 7812): the check of each field of the line.
 */
export function modulo10(digits: string): number {
  const sum = [...digits].toReversed().reduce((total, digit, i) => {
    const product = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** Weights 2 to 9 from the right; what would be 0, 10 or 11 is 1: the check of the whole code. */
export function modulo11(digits: string): number {
  const sum = [...digits].toReversed().reduce((total, digit, i) => total + Number(digit) * (2 + (i % 8)), 0);
  const rest = 11 - (sum % 11);
  return rest > 9 ? 1 : rest;
}

/** The day on which a boleto falls due, `YYYY-MM-DD`. */
export const dueDay = (dueAt: Date): string => new Date(dueAt.getTime() + BRAZIL_OFFSET_MS).toISOString().slice(0, 10);

/** Days since the epoch of a due day, in four digits. */
export function dueFactor(dueAt: Date): string {
  const days = (Date.parse(dueDay(dueAt)) - EPOCH_MS) / DAY_MS;
  const factor = days < FACTOR_MIN ? days : ((days - FACTOR_MIN) % FACTORS) + FACTOR_MIN;
  return String(factor).padStart(4, '0');
}

/**
 * The 44 digits below the bars: bank, currency, check digit, due factor, amount, and 25 digits of the bank's
 * own.
 */
export function boletoBarcode({ amount, dueAt, free }: { amount: Cents; dueAt: Date; free: string }): string {
  const tail = `${dueFactor(dueAt)}${String(amount).padStart(10, '0')}${free}`;
  return `${BANK}${CURRENCY}${modulo11(`${BANK}${CURRENCY}${tail}`)}${tail}`;
}

/**
 * The 47 digits that are typed: the free field in three parts with a check digit each, then the check digit,
 * factor and amount.
 */
export function digitableLine(barcode: string): string {
  const free = barcode.slice(19);
  const fields = [`${barcode.slice(0, 4)}${free.slice(0, 5)}`, free.slice(5, 15), free.slice(15)];
  return `${fields.map((field) => `${field}${modulo10(field)}`).join('')}${barcode[4]}${barcode.slice(5, 19)}`;
}

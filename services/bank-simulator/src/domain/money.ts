import { type Cents, cents } from '@gx/core';

const VALOR = /^\d{1,10}\.\d{2}$/;

/** `37.00` -> 3700 centavos; undefined unless the text is exactly the standard's `\d{1,10}\.\d{2}`. */
export function readValor(text: string): Cents | undefined {
  if (!VALOR.test(text)) return undefined;
  return cents(Number(text.replace('.', '')));
}

/** 3700 centavos -> `37.00`. */
export function writeValor(amount: Cents): string {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

import { createHash } from 'node:crypto';
import type { Cents } from '@gx/core';
import { boletoBarcode, digitableLine } from './boleto.ts';
import type { SimulatedMethod } from './order.ts';

/** What the payer needs in order to pay, one form per method. */
export type Instructions =
  | { readonly method: 'CREDIT_CARD' }
  | { readonly method: 'MBWAY'; readonly phone: string }
  | { readonly method: 'MULTIBANCO'; readonly entity: string; readonly paymentReference: string }
  | { readonly method: 'BOLETO'; readonly barcode: string; readonly line: string }
  | {
      readonly method: 'CRYPTO';
      readonly address: string;
      readonly amount: string;
      readonly network: string;
      readonly currency: string;
    };

export type InstructionTerms = {
  readonly method: SimulatedMethod;
  readonly amount: Cents;
  readonly currency: string;
  readonly expiresAt: Date;
  readonly phone?: string | undefined;
};

/** A Multibanco entity that SIBS gives to nobody. */
const ENTITY = '00000';
const NETWORK = 'TRON';
const COIN = 'USDT';
/** What one cent of each currency is in millionths of a USDT: a fixed rate, since nothing is bought here. */
const MILLIONTHS: Readonly<Record<string, bigint>> = { USDT: 10_000n, USD: 10_000n, EUR: 11_000n, BRL: 2_000n };

/** Makes the payer's instructions; `seed` is random, at least 32 bytes, and makes them this order's own. */
export function instructionsFor(terms: InstructionTerms, seed: Uint8Array): Instructions {
  const { method, amount, currency, expiresAt } = terms;
  switch (method) {
    case 'CREDIT_CARD':
      return { method };
    case 'MBWAY':
      return { method, phone: terms.phone ?? '' };
    case 'MULTIBANCO':
      return { method, entity: ENTITY, paymentReference: multibancoReference(ENTITY, digits(seed, 7), amount) };
    case 'BOLETO': {
      const barcode = boletoBarcode({ amount, dueAt: expiresAt, free: digits(seed, 25) });
      return { method, barcode, line: digitableLine(barcode) };
    }
    case 'CRYPTO': {
      const coins = coinAmount(amount, currency);
      return { method, address: tronAddress(seed.subarray(0, 20)), amount: coins, network: NETWORK, currency: COIN };
    }
  }
}

/** Seven digits and two of check (ISO 7064, MOD 97-10) over entity, reference and amount, as SIBS has it. */
export function multibancoReference(entity: string, serial: string, amount: Cents): string {
  const body = BigInt(`${entity}${serial}${String(amount).padStart(8, '0')}`);
  return `${serial}${String(98n - ((body * 100n) % 97n)).padStart(2, '0')}`;
}

/** Six decimals, as the coin has. */
export function coinAmount(amount: Cents, currency: string): string {
  const millionths = String(BigInt(amount) * (MILLIONTHS[currency] ?? 10_000n)).padStart(7, '0');
  return `${millionths.slice(0, -6)}.${millionths.slice(-6)}`;
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** A TRON address: 0x41 and 20 bytes, with four bytes of a double SHA-256, in base 58. Nobody has its key. */
export function tronAddress(bytes: Uint8Array): string {
  const body = Buffer.concat([Buffer.from([0x41]), bytes]);
  const checked = Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]);
  let rest = BigInt(`0x${checked.toString('hex')}`);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = `${BASE58[Number(rest % 58n)]}${text}`;
  return text;
}

/** That many decimal digits out of random bytes. */
const digits = (seed: Uint8Array, count: number): string =>
  BigInt(`0x${Buffer.from(seed).toString('hex')}`)
    .toString()
    .slice(-count)
    .padStart(count, '0');

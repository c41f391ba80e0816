import type { EndToEndId } from '@gx/core';
import { parseJson } from '@gx/core';
import type { KeptCode } from './charge.ts';

/** Every method but Pix. */
export type OrderMethod = 'CREDIT_CARD' | 'MBWAY' | 'MULTIBANCO' | 'BOLETO' | 'CRYPTO';

/** What the payer needs, one form per method. */
export type OrderInstructions =
  | { readonly method: 'CREDIT_CARD'; readonly redirectUrl: string }
  | { readonly method: 'MBWAY' }
  | { readonly method: 'MULTIBANCO'; readonly entity: string; readonly paymentReference: string }
  | { readonly method: 'BOLETO'; readonly barcode: string; readonly line: string; readonly pdfUrl: string }
  | {
      readonly method: 'CRYPTO';
      readonly address: string;
      readonly amount: string;
      readonly network: string;
      readonly currency: string;
    };

/**
 * What the payer is shown, as the acquirer confirmed it. `expiresAt` is the acquirer's word and decides what
 * is on time.
 */
export type OrderCode = { readonly instructions: OrderInstructions; readonly expiresAt: Date };

const DAY_SECONDS = 86_400;
const THREE_DAYS = 3 * DAY_SECONDS;
/**
 * How long an order lives; absent: as long as the account's charges do. A boleto and a reference are paid at
 * a bank, on another day.
 */
const LIFETIME_SECONDS: Readonly<Partial<Record<OrderMethod, number>>> = { MULTIBANCO: THREE_DAYS, BOLETO: THREE_DAYS };

export const orderLifetimeSeconds = (method: OrderMethod, accountDefault: number): number =>
  LIFETIME_SECONDS[method] ?? accountDefault;

export const ORDER_PAYMENT_PREFIX = 'ord_';
/** The name of one payment of an order among all money of a bank profile; no Pix has one like it. */
export const orderPaymentId = (reference: string, payment: string): EndToEndId =>
  `${ORDER_PAYMENT_PREFIX}${reference}_${payment}` as EndToEndId;

/** The order that such a payment is of: references are letters and digits. */
export const orderReferenceOf = (payment: EndToEndId): string =>
  payment.slice(ORDER_PAYMENT_PREFIX.length).split('_', 1)[0] ?? '';

/**
 * Instructions as they leave the service, while they are there; the fields are those of the message
 * gx.charge.v1.OrderInstructions.
 */
export function orderView({ instructions, expiresAt }: KeptCode<OrderCode>) {
  return instructions && { ...fieldsOf(instructions), expiresAtMs: expiresAt.getTime() };
}

function fieldsOf(instructions: OrderInstructions): Readonly<Record<string, string>> {
  const { method: _, ...fields } = instructions;
  if (instructions.method !== 'CRYPTO') return fields;
  const { address, amount: coinAmount, network, currency: coin } = instructions;
  return { address, coinAmount, network, coin };
}

/** The phone that MB WAY asks, from the merchant's metadata; undefined unless it is in E.164. */
export function phoneIn(metadataJson: string | undefined): string | undefined {
  const { phone } = parseJson(metadataJson ?? '{}') as { readonly phone?: unknown };
  return typeof phone === 'string' && /^\+[1-9]\d{6,14}$/.test(phone) ? phone : undefined;
}

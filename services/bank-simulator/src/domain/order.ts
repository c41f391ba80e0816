import type { Cents } from '@gx/core';
import type { Instructions } from './instructions.ts';

type MethodSpec = {
  readonly currencies: readonly string[];
  readonly refundable: boolean;
  /**
   * A payment has a receipt of the acquirer's. A coin has none: the network's own books show it to everybody.
   */
  readonly receipt: boolean;
  readonly imitates: string;
};

/**
 * What this acquirer takes, in which currencies, whether the money can go back the way it came, and whether
 * there is a receipt.
 */
// biome-ignore format: one row per method, read as a table
export const ORDER_METHODS = {
  CREDIT_CARD: { currencies: ['BRL', 'EUR', 'USD'],         refundable: true,  receipt: true,  imitates: 'card with 3-D Secure by redirect' },
  MBWAY:       { currencies: ['EUR'],                       refundable: false, receipt: true,  imitates: 'push to the payer’s phone (SIBS)' },
  MULTIBANCO:  { currencies: ['EUR'],                       refundable: false, receipt: true,  imitates: 'entity and reference, paid at a cash machine or bank (SIBS)' },
  BOLETO:      { currencies: ['BRL'],                       refundable: false, receipt: true,  imitates: 'registered boleto (FEBRABAN)' },
  CRYPTO:      { currencies: ['BRL', 'EUR', 'USD', 'USDT'], refundable: false, receipt: false, imitates: 'USDT to an address of this order alone' },
} as const satisfies Record<string, MethodSpec>;
export type SimulatedMethod = keyof typeof ORDER_METHODS;
export const ORDER_METHOD_NAMES = Object.keys(ORDER_METHODS) as readonly SimulatedMethod[];
export const takesCurrency = (method: SimulatedMethod, currency: string): boolean =>
  (ORDER_METHODS[method].currencies as readonly string[]).includes(currency);
/** Currencies that some method takes. */
export const ORDER_CURRENCIES = [...new Set(ORDER_METHOD_NAMES.flatMap((name) => [...ORDER_METHODS[name].currencies]))];

/**
 * `authenticating` is a card whose payer is at the issuer's page. The last four are final, but for a payment
 * on time told late.
 */
export type OrderStatus = 'awaiting_payer' | 'authenticating' | 'approved' | 'refused' | 'cancelled' | 'expired';
export type OrderPayment = { readonly id: string; readonly amount: Cents; readonly at: Date };
/**
 * The cardholder (dispute) or the issuer (chargeback) wants the money back; while it is open it is nobody's.
 */
export type OrderDispute = {
  readonly id: string;
  readonly kind: 'dispute' | 'chargeback';
  readonly status: 'open' | 'won' | 'lost';
  readonly openedAt: Date;
  readonly closedAt?: Date;
};
/** How a refund that is under way ends by itself. */
export type RefundEnd = { readonly status: 'done' | 'failed'; readonly reason?: string };
export type OrderRefund = {
  /** The merchant's own id, unique per order. */
  readonly id: string;
  readonly amount: Cents;
  readonly status: 'processing' | RefundEnd['status'];
  readonly reason?: string;
  readonly requestedAt: Date;
  readonly endedAt?: Date;
  readonly next?: RefundEnd & { readonly dueAt: Date };
};

/** What a merchant asks to be paid, by one method, under a reference of the merchant's own. */
export type Order = {
  readonly clientId: string;
  readonly reference: string;
  readonly method: SimulatedMethod;
  readonly amount: Cents;
  readonly currency: string;
  readonly status: OrderStatus;
  /** Why it was refused. */
  readonly reason?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
  /** Opens the pages of the order: its bearer is the payer. */
  readonly token: string;
  readonly returnUrl?: string;
  /** Of the request that made it: the same reference with another request is refused. */
  readonly fingerprint: string;
  readonly instructions: Instructions;
  readonly payments: readonly OrderPayment[];
  readonly disputes: readonly OrderDispute[];
  readonly refunds: readonly OrderRefund[];
};

export const isOpen = ({ status }: Order): boolean => status === 'awaiting_payer' || status === 'authenticating';
export const openDispute = ({ disputes }: Order): OrderDispute | undefined =>
  disputes.find(({ status }) => status === 'open');
export const isLost = ({ disputes }: Order): boolean => disputes.some(({ status }) => status === 'lost');

/** When the order next changes by itself: its time is over, or a refund arrives. */
export function orderDueAt(order: Order): Date | undefined {
  const due = order.refunds.flatMap(({ next }) => (next === undefined ? [] : [next.dueAt]));
  const all = isOpen(order) ? [order.expiresAt, ...due] : due;
  return all.length === 0 ? undefined : new Date(Math.min(...all.map((at) => at.getTime())));
}

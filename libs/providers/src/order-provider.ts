import type { Cents } from '@gx/core';
import type { Outcome } from './outcome.ts';
import type { BankCall, ProviderHealth, ProviderReceipt } from './provider.ts';

/** Every payment method but Pix. */
export const ORDER_METHODS = ['CREDIT_CARD', 'MBWAY', 'MULTIBANCO', 'BOLETO', 'CRYPTO'] as const;
export type ProviderOrderMethod = (typeof ORDER_METHODS)[number];

/** What an acquirer can do by one method. A method that it has not is not in the table. */
export type OrderMethodCapability = {
  readonly currencies: readonly string[];
  /** The money can go back the way it came, in parts too. */
  readonly refund: boolean;
  /** There are receipts of what was paid. */
  readonly receipt: boolean;
};
export type OrderCapabilities = {
  readonly methods: Readonly<Partial<Record<ProviderOrderMethod, OrderMethodCapability>>>;
};

/** What an order says to the acquirer: an amount by one method. What a method does not use is not sent. */
export type OrderTerms = {
  readonly method: ProviderOrderMethod;
  readonly amount: Cents;
  /** ISO 4217, or the name of a coin. */
  readonly currency: string;
  readonly expiresInSeconds: number;
  readonly description?: string;
  /** MBWAY: whom to ask, E.164. */
  readonly phone?: string;
  /** CREDIT_CARD: where the payer goes when the issuer has done with him. */
  readonly returnUrl?: string;
};

/** `authenticating`: a card whose payer is at the issuer's. */
export const PROVIDER_ORDER_STATUSES = [
  'awaiting_payer',
  'authenticating',
  'approved',
  'refused',
  'cancelled',
  'expired',
] as const;
/** `unrecognised`: a word unknown to this version; the outcome is then `pending`. */
export type ProviderOrderStatus = (typeof PROVIDER_ORDER_STATUSES)[number] | 'unrecognised';

/** What the payer needs in order to pay, one form per method. */
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

/** Money that came for an order. `paidAt` is the acquirer's word and decides what is on time. */
export type ProviderOrderPayment = { readonly id: string; readonly amount: Cents; readonly paidAt: Date };
/** Somebody wants the money back: the cardholder, or the issuer in his name. */
export type ProviderDispute = {
  readonly id: string;
  readonly kind: 'dispute' | 'chargeback';
  readonly status: 'open' | 'won' | 'lost';
};
export type ProviderOrderRefund = {
  readonly id: string;
  readonly amount: Cents;
  readonly status: 'in_progress' | 'refunded' | 'failed' | 'unrecognised';
  readonly reason: string | null;
};

/** An order as it stands at the acquirer. */
export type ProviderOrder = {
  readonly reference: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly status: ProviderOrderStatus;
  /** Why it was refused. */
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
  readonly instructions: OrderInstructions;
  /** All of it, also what came twice, too late or in another amount. */
  readonly payments: readonly ProviderOrderPayment[];
  readonly disputes: readonly ProviderDispute[];
  readonly refunds: readonly ProviderOrderRefund[];
};

/** One element of a callback or of a list. A callback names an order and proves nothing about it. */
export type OrderElement = { readonly key: string; readonly raw: unknown } & (
  | { readonly kind: 'order'; readonly reference: string }
  | { readonly kind: 'unreadable'; readonly problems: readonly string[] }
);

/**
 * An acquirer for methods that are not Pix, for one profile. References, refund ids and bodies are minted and
 * stored by the caller before the call, so that every call may be made twice; no method throws for what an
 * acquirer or a network does, except the iteration of `listChanges`.
 */
export interface OrderProvider {
  /** The id of the profile. */
  readonly id: string;
  capabilities(): OrderCapabilities;
  /** The exact request of `createOrder`: built once, stored, and sent unchanged at each attempt. Pure. */
  orderRequest(terms: OrderTerms): string;
  /**
   * `reference` is ours, 1 to 40 letters and digits. The same request again is the same order; another body
   * is declined.
   */
  createOrder(
    order: { readonly reference: string; readonly body: string },
    call?: BankCall,
  ): Promise<Outcome<ProviderOrder>>;
  /** `done` with null: the acquirer says that it has no such order. */
  getOrder(reference: string, call?: BankCall): Promise<Outcome<ProviderOrder | null>>;
  /**
   * `done` only when the acquirer shows it as cancelled, also if it was before. One that is closed otherwise
   * is declined: look at it.
   */
  cancelOrder(reference: string, call?: BankCall): Promise<Outcome<ProviderOrder>>;
  /** The exact request of `refundOrder`. Pure. */
  orderRefundRequest(terms: { readonly amount: Cents; readonly reason?: string }): string;
  /**
   * `id` is ours, 1 to 40 letters and digits, unique per order. Declined with `NOT_SUPPORTED` where the
   * method has no way back.
   */
  refundOrder(
    refund: {
      readonly reference: string;
      readonly method: ProviderOrderMethod;
      readonly id: string;
      readonly body: string;
    },
    call?: BankCall,
  ): Promise<Outcome<ProviderOrderRefund>>;
  getOrderRefund(reference: string, id: string, call?: BankCall): Promise<Outcome<ProviderOrderRefund | null>>;
  /**
   * `done` with null: there is no receipt of this order. Declined with `NOT_SUPPORTED` where the method has
   * none at all.
   */
  getReceipt(
    order: { readonly reference: string; readonly method: ProviderOrderMethod },
    call?: BankCall,
  ): Promise<Outcome<ProviderReceipt | null>>;
  /** Whether the request came through the address that only this acquirer was given. */
  verifyCallback(callback: { readonly token: string | undefined }): 'trusted' | 'untrusted';
  /** Every order that a callback names. Never throws and drops nothing. */
  parseCallback(body: string): readonly OrderElement[];
  /**
   * Every order that changed from `from` to `to`, a page at a time. Throws `ListUnread` if a page cannot
   * be had.
   */
  listChanges(
    window: { readonly from: Date; readonly to: Date },
    call?: BankCall,
  ): AsyncIterable<readonly OrderElement[]>;
  /** Makes the acquirer send its callbacks to `url`; asks first and writes only when it differs. */
  registerCallbackUrl(url: string, call?: BankCall): Promise<Outcome<{ readonly url: string }>>;
  health(call?: BankCall): Promise<ProviderHealth>;
  /** Whether its last call was not answered. */
  isSilent(): boolean;
  /** Ends the connections; calls after it are `not_sent`. */
  close(): Promise<void>;
}

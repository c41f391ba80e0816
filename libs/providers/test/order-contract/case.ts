import type { ExecutionContext } from 'ava';
import type { OrderProvider, OrderTerms, ProviderOrderMethod } from '../../src/index.ts';

/** Everything an acquirer can do wrong that an adapter has to understand. */
export type OrderFault =
  | 'breaks_after_accepting'
  | 'breaks_before_accepting'
  | 'hangs'
  | 'hangs_after_accepting'
  | 'is_unavailable'
  | 'is_unavailable_after_accepting'
  | 'times_out'
  | 'refuses_the_request'
  | 'refuses_the_right'
  | 'answers_html'
  | 'rate_limits'
  | 'batches_strangers'
  // What becomes of a refund.
  | 'takes_a_while'
  | 'fails_as_card_closed'
  | 'never_ends';
export type OrderOperation =
  | 'token'
  | 'create'
  | 'get'
  | 'cancel'
  | 'list'
  | 'get_receipt'
  | 'refund'
  | 'get_refund'
  | 'callback';
/** What payer, issuer and cardholder do. */
export type Event =
  | 'authenticating'
  | 'approved'
  | 'refused'
  | 'expired'
  | 'dispute'
  | 'chargeback'
  | 'dispute_won'
  | 'dispute_lost';

export type OrderWish = {
  readonly deadlineMs?: number;
  readonly breaker?: { readonly failures: number; readonly halfOpenAfterMs: number };
  readonly pageSize?: number;
  /** Nobody listens where this acquirer should be. */
  readonly unreachable?: boolean;
};
export type OrderCase = {
  readonly provider: OrderProvider;
  misbehave(how: OrderFault, operation: OrderOperation, times?: number): Promise<void>;
  behave(): Promise<void>;
  revokeTokens(): Promise<void>;
  /** `force`: it happens although the payer's side should have refused it. */
  play(reference: string, event: Event, how?: { readonly amount?: number; readonly force?: boolean }): Promise<void>;
  /** Bodies of the callbacks that reached the registered address. */
  readonly callbacks: readonly string[];
  readonly callbackUrl: string;
  /** How often an operation about an order reached the acquirer. */
  requests(operation: OrderOperation, reference: string): Promise<number>;
  /** Throws if anything that opens an account or names a person was logged. */
  assertNothingLogged(): void;
};
/** What an adapter's author supplies to run the suite. */
export type ContractAcquirer = {
  start(wish?: OrderWish): Promise<OrderCase>;
  newReference(): string;
};

export type PreparedOrder = OrderCase & { readonly reference: string; readonly body: string };
export type OrderRule = (
  title: string,
  wish: OrderWish,
  run: (t: ExecutionContext, it: PreparedOrder) => Promise<void>,
) => void;

/** A phone and a return address that no log may show. */
export const PERSONAL = ['+351912345678', 'https://loja.example/pedido/37'] as const;
export const termsOf = (method: ProviderOrderMethod, currency: string): OrderTerms => ({
  method,
  amount: 3700 as OrderTerms['amount'],
  currency,
  expiresInSeconds: 3600,
  description: 'Pedido 37',
  phone: PERSONAL[0],
  returnUrl: PERSONAL[1],
});

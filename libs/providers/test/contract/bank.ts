import type { EndToEndId, Txid } from '@gx/core';
import type { PixProvider } from '../../src/index.ts';
import type { DisputeOrder, PaymentOrder } from '../../src/test-payer.ts';

/** Everything a bank can do wrong that an adapter has to understand. */
export type Misbehaviour =
  | 'breaks_after_accepting'
  | 'breaks_before_accepting'
  | 'hangs'
  | 'is_unavailable'
  | 'times_out'
  | 'refuses_the_request'
  | 'refuses_the_right'
  | 'does_not_own_the_key'
  | 'answers_html'
  | 'sends_no_br_code'
  | 'rate_limits'
  | 'refuses_every_token'
  | 'batches_strangers'
  // It happened, and the answer says otherwise.
  | 'hangs_after_accepting'
  | 'is_unavailable_after_accepting'
  | 'refuses_after_accepting'
  // What becomes of money that leaves.
  | 'takes_a_while'
  | 'fails_with_AC06'
  | 'never_ends'
  | 'is_short_of_funds'
  | 'says_too_late'
  | 'finds_no_such_key'
  | 'fails_and_then_succeeds'
  | 'sends_a_part_back'
  | 'finds_another_owner'
  // How a filter by payer can lie.
  | 'ignores_the_filter'
  | 'does_not_echo_the_filter'
  | 'echoes_and_ignores_the_filter';
export type BankOperation =
  | 'token'
  | 'create'
  | 'get'
  | 'cancel'
  | 'get_payment'
  | 'get_receipt'
  | 'list_settlements'
  | 'list_by_payer'
  | 'return'
  | 'get_return'
  | 'send'
  | 'get_sent'
  | 'get_key_owner'
  | 'get_balance'
  | 'list_infractions'
  | 'submit_defence'
  | 'callback';

/** How one provider is wanted; every provider has a client, and so a key, of its own at the bank. */
export type ProviderWish = {
  readonly deadlineMs?: number;
  readonly breaker?: { readonly failures: number; readonly halfOpenAfterMs: number };
  readonly pageSize?: number;
  readonly confirmMissAfterMs?: number;
  /**
   * A bank without what the standard does not demand: no filter by payer, no Pix out, no receipts, no
   * balance, no infraction reports.
   */
  readonly plain?: boolean;
  /** A bank that sends Pix to keys alone, and does not say whose they are. */
  readonly keysAlone?: boolean;
  /** Nobody listens where this bank should be. */
  readonly unreachable?: boolean;
};
export type Case = {
  readonly provider: PixProvider;
  /** From now on, `times` times or until `behave`, for this provider's client. */
  misbehave(how: Misbehaviour, operation: BankOperation, times?: number): Promise<void>;
  behave(): Promise<void>;
  /** The bank takes back every token it gave to this client. */
  revokeTokens(): Promise<void>;
  /** The payer's side: money arrives, by the code that the provider showed. */
  pay(brCode: string, order?: PaymentOrder): Promise<EndToEndId>;
  /** A payer contests a Pix at its bank, or the bank decides; answers the report's id. */
  contest(endToEndId: EndToEndId, order?: Partial<DisputeOrder>): Promise<string>;
  /** Bodies of the callbacks that reached the address registered last. */
  readonly callbacks: readonly string[];
  /** Where the bank may send its callbacks. */
  readonly callbackUrl: string;
  /** How many requests of an operation reached the bank, with the status it answered. */
  requests(operation: BankOperation): readonly number[];
  /**
   * Every message so far was as the bank's document wants it; `provoked` says that this test made the bank
   * break it.
   */
  assertClean(provoked?: { readonly byBank?: boolean; readonly byCallback?: boolean }): void;
};

/** What an adapter's author supplies to run the suite: a bank to talk to, and a provider that talks to it. */
export type ContractBank = {
  start(wish?: ProviderWish): Promise<Case>;
  newTxid(): Txid;
};

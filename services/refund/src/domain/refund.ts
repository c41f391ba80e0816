import type { Cents, EndToEndId, Id, NextLook, ServiceAct, Tenant, TransferWork } from '@gx/core';
import type { DailyLimits } from './daily-limits.ts';
import type { RefundKind, Status } from './transitions.ts';

/**
 * How money travels back: by the central bank's devolution of the very Pix, as a Pix of its own, or through
 * the acquirer by which it came.
 */
export type Strategy = 'DEVOLUTION' | 'CASHOUT' | 'ORDER';
/** What was paid by a method that is not Pix. */
export type PaidOrder = { readonly reference: string; readonly method: OrderMethod };
export const ORDER_METHODS = ['CREDIT_CARD', 'MBWAY', 'MULTIBANCO', 'BOLETO', 'CRYPTO'] as const;
export type OrderMethod = (typeof ORDER_METHODS)[number];
export const isOrderMethod = (method: string): method is OrderMethod => ORDER_METHODS.some((one) => one === method);
/** The family of routes that the charge was created by. */
export type Surface = 'CHARGES' | 'PAYMENTS';
/** What the bank takes for it, and from whom. */
export type Fee = { readonly amount: Cents; readonly payer: 'MERCHANT' | 'PLATFORM' };

/** Where it goes and how, as it is stored in clear. */
export type PlainOrder = {
  readonly profileId: string;
  readonly strategy: Strategy;
  /** The Pix, or the payment of an order, that came in; a devolution goes back along it. */
  readonly endToEndId: EndToEndId;
  /** Of the strategy ORDER alone. */
  readonly order?: PaidOrder;
  /** Ours, unique at the bank. */
  readonly id: string;
};
/**
 * Personal data, encrypted where it is stored: it takes its key to read it, and only who talks to the bank or
 * words it needs it.
 */
export type Secrets = {
  /** The exact body; null until the amount is reserved, and never sent before it is stored. Personal data. */
  readonly body: string | null;
  /**
   * Where a cashout goes. Null too where an older version stored it, whose body alone says it. Personal data.
   */
  readonly destinationKey: string | null;
};
/** What is said to the bank, so that every attempt says the same. */
export type BankOrder = PlainOrder & Secrets;

/** The work at the bank under the present id. */
export type Work = TransferWork & {
  /** How many bank ids were used up to the present one. */
  readonly bankIds: number;
};

/** What the bank's word comes to. */
export type FinalRefundStatus = 'REFUNDED' | 'FAILED';

/** What is fixed when it is ordered: of a refund the record of its idempotency key, for ever. */
export type RefundTerms = {
  readonly id: Id<'refund'>;
  readonly kind: RefundKind;
  readonly tenant: Tenant;
  /** Null for a return of money of no charge. */
  readonly chargeId: Id<'charge'> | null;
  /** Null where nobody said, as for a return. */
  readonly surface: Surface | null;
  /** Null for a return. */
  readonly idempotencyKey: string | null;
  readonly requestHash: string | null;
  /** Null until it is reserved: all that is left. */
  readonly amount: Cents | null;
  /**
   * Of a return: the whole payment, of which `amount` is what the bank has left to send. Absent where that is
   * all of it.
   */
  readonly payment?: Cents;
  readonly currency: string;
  readonly fee: Fee;
  /** The merchant's words, or the reason of a return. */
  readonly reason: string | null;
  readonly bank: BankOrder;
  /**
   * Of a cashout: names the key that it goes to, the same for its account and mode, and tells nothing of it.
   */
  readonly destinationId?: string;
  /** Of a refund: what bounded those of its account when it was ordered. */
  readonly limits?: DailyLimits;
  /** It goes to a key that the merchant named, and that is not the payer's own document. */
  readonly toOtherKey?: boolean;
  /** Of a cashout: as its secrets are stored; absent where an older version stored them. */
  readonly payee?: EncryptedPayee;
  /** Trace of the merchant's request, or of what ordered the return. */
  readonly traceparent: string | null;
  readonly createdAt: Date;
};

/** The secrets of a cashout under the key of whom it goes to: gone with that key (ADR 136). */
export type EncryptedPayee = { readonly keyId: string; readonly secrets: string };

/**
 * An operator's word that money is back with its payer; `note` says how, for a reader of the books. Where it
 * took two operators, `proposedBy` came first.
 */
export type ManualSettlement = {
  readonly operator: string;
  readonly proposedBy?: string;
  readonly note: string;
  readonly at: Date;
};

/** The last event about how far it is: with these it is the same event again. */
export type PublishedProgress = { readonly sequence: number; readonly status: Status; readonly at: Date };

/** Money of a cashout that came back after it had arrived, by the bank's id of the return. */
export type CashoutReturn = { readonly id: string; readonly amount: Cents };

/** A refund or return: its terms, and where it stands. */
export type Refund = RefundTerms & {
  readonly status: Status;
  readonly version: number;
  /** Of the last event; the events of a refund are numbered from 1 without a gap. */
  readonly sequence: number;
  readonly work: Work;
  /**
   * How a refund ends by the bank's word. Written before its hold is ended, so that nobody ends it otherwise
   * or sends it again.
   */
  readonly finalStatus: FinalRefundStatus | null;
  /** Why it failed, in the bank's word. */
  readonly failureCode: string | null;
  /** Of a cashout that arrived: what came back of it, each as the ledger has posted it. Absent: nothing. */
  readonly returns?: readonly CashoutReturn[];
  /** When it turned out that it had succeeded after all. */
  readonly lostAt: Date | null;
  /** Who sent the money of a failed return back by hand, and how. */
  readonly byHand: ManualSettlement | null;
  /** What was last said, to be said again to a consumer that may not have heard it. Null before. */
  readonly announced: PublishedProgress | null;
  /** Trace of the bank's callback that last made it worth a look. */
  readonly cause: string | null;
};

/** All of a refund that can be read without a key. */
export type PlainRefund = Omit<Refund, 'bank'> & { readonly bank: PlainOrder };

/** One that is over may have no secrets any more, and needs none; any other has them all. */
export const isOpened = (refund: PlainRefund): refund is Refund => 'body' in refund.bank;

export type RefundEventType = 'refund.created' | 'refund.progressed' | 'refund.lost' | 'return.progressed';
/** What happened, numbered; the store encodes it beside the change. */
export type RefundEvent = {
  readonly type: RefundEventType;
  readonly sequence: number;
  readonly occurredAt: Date;
  /** The status it tells of. */
  readonly status: Status;
};

/** What a decision says to the store: write this, or leave all as it is because it stands already. */
export type Decision<R extends PlainRefund = Refund> =
  | {
      readonly kind: 'change';
      readonly refund: R;
      readonly events: readonly RefundEvent[];
      readonly next: NextLook;
      /** Of who brought it about, for the audit log. */
      readonly act?: ServiceAct;
    }
  | { readonly kind: 'keep' };

export const KEEP = { kind: 'keep' } as const satisfies Decision;

/** As it is ordered: nothing is known of the bank. `owner` has the lease, if somebody goes on at once. */
export const ordered = (terms: RefundTerms, status: Status, owner: string | null): Refund => ({
  ...terms,
  status,
  version: 1,
  sequence: 0,
  work: { owner, bankIds: 1, attempts: 0, acknowledged: false, declines: 0, polls: 0, followUps: 0 },
  finalStatus: null,
  failureCode: null,
  lostAt: null,
  byHand: null,
  announced: null,
  cause: null,
});

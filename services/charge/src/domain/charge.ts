import type { Cents, EndToEndId, Id, ServiceAct, TaxId, Tenant, Txid } from '@gx/core';
import type { StampedAhead } from './bank-clock.ts';
import type { BankReturn } from './bank-return.ts';
import type { IncomingPayment } from './decide-payment.ts';
import type { Dispute } from './dispute.ts';
import type { Fees } from './fees.ts';
import type { OrderCode } from './order.ts';
import type { EncryptedPersonalData } from './personal-data.ts';
import type { Status } from './transitions.ts';

/** The family of routes that a charge was created by. */
export type Surface = 'CHARGES' | 'PAYMENTS';

/** What a payer may pay with. Which of them a charge can have is for its bank to say. */
export const PAYMENT_METHODS = ['PIX', 'CREDIT_CARD', 'MBWAY', 'MULTIBANCO', 'BOLETO', 'CRYPTO'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Whom the merchant sells to, as the merchant wrote it. Personal data: never logged. */
export type Customer = {
  readonly name?: string;
  readonly document?: string;
  readonly email?: string;
  readonly phone?: string;
};

/** A CPF or CNPJ under a key. */
export type EncryptedTaxId = { readonly keyId: string; readonly ciphertext: string };
/**
 * Who paid: a document under the key of that person. Versions before kept it as `payer`, under the key that
 * charge and refund share.
 */
export type KnownPayer =
  | { readonly paidBy: EncryptedTaxId; readonly payer?: never }
  | { readonly payer: EncryptedTaxId; readonly paidBy?: never };

/** The work of bringing a charge to the bank: who does it now, and whether the bank was asked before. */
export type ChargeCreation = {
  readonly attempts: number;
  /** The owner of the lease; its end is compared in the database alone. */
  readonly owner: string | null;
};

/** What the payer needs, as the bank confirmed it. */
export type PixCode = { readonly brCode: string; readonly expiresAt: Date };

/** Of a test charge that ended long ago its codes are gone, and when they ended is left (ADR 129). */
export type KeptCode<Code extends { readonly expiresAt: Date }> = Partial<Code> & Pick<Code, 'expiresAt'>;

/** Why the bank declined. */
export type Rejection = { readonly code: string; readonly message: string };

/** Money that was accepted, on its way through the ledger and then in the wallet. */
export type Settlement = {
  readonly endToEndId: EndToEndId;
  /** The bank's own time of the payment. */
  readonly paidAt: Date;
  readonly acceptedAt: Date;
  /** Of the `charge.payment_accepted` event, so that it can be sent again as the same event. */
  readonly sequence: number;
  /** Trace of the callback that brought the money. */
  readonly traceparent: string | null;
  readonly postedAt: Date | null;
};

/**
 * What a charge is about to become, written before the bank is told to remove it; a job finishes what a dead
 * process began.
 */
export type Closing = { readonly as: 'EXPIRED' | 'CANCELLED'; readonly at: Date };

/**
 * Money that is held because nobody knows who paid it. Ended by the bank's word, by an operator or by a
 * cancellation.
 */
export type Review = {
  readonly endToEndId: EndToEndId;
  readonly heldAt: Date;
  /** The bank's clock made it late: an operator ends it, for any payer. Absent: nobody knows who paid. */
  readonly cause?: 'BANK_CLOCK';
  /** How often the bank was queried who paid. */
  readonly polls: number;
  /** The operator who ended it; null while it is open, and when the bank or a cancellation did. */
  readonly decidedBy: string | null;
  /** Where it took two operators: who came first. */
  readonly proposedBy?: string;
  readonly endedAt: Date | null;
};

/** How far a refund of the merchant is, as the refund service last said. */
export type RefundStatus = 'PENDING' | 'IN_PROGRESS' | 'REFUNDED' | 'FAILED';
export type RefundProgress = {
  readonly id: Id<'refund'>;
  readonly amount: Cents;
  readonly status: RefundStatus;
  /** Of a cashout: what has come back of it since it arrived. Absent: nothing. */
  readonly returnedAmount?: Cents;
  /** Of one that is PENDING: refund may have sent it, so no case holds its money. */
  readonly mayHaveLeft?: true;
};
/** Who ordered it: the merchant, we ourselves, or the bank. */
export type Initiator = 'merchant' | 'automatic' | 'bank';
/**
 * One change of a refund, a return or a bank return, as merchants hear of it. Why it failed is passed on and
 * not kept.
 */
export type RefundUpdate = RefundProgress & {
  readonly initiator: Initiator;
  /** Of a return or a bank return. */
  readonly reason?: string;
  readonly failureCode?: string;
};

/** What is agreed with a provider before it is called, so that every attempt says the same. */
export type PlannedOption = {
  readonly method: PaymentMethod;
  /** Its name at the provider: of a Pix, or the reference of an order. */
  readonly txid: Txid;
  /** The exact body of the creation. */
  readonly body: string;
};
/**
 * One of the methods that a charge may be paid by (ADR 59). `waiting`: its provider was not called;
 * `requested`: its provider may have it; `open`: its provider has it; `over`: nobody can pay it any more, as
 * its provider has said.
 */
export type PaymentOption = PlannedOption & {
  readonly state: 'waiting' | 'requested' | 'open' | 'over';
  /** What the payer needs of a Pix, and of an order; absent until the provider has it. */
  readonly pix?: KeptCode<PixCode>;
  readonly order?: KeptCode<OrderCode>;
};

/** What a merchant may give with a charge and is kept as it came. */
export type GivenTerms = {
  /** Where the payer's page leads back to, an https address. */
  readonly returnUrl?: string;
};

/** What is fixed when a charge is created: the record of its idempotency key, for ever. */
export type ChargeTerms = GivenTerms & {
  readonly id: Id<'charge'>;
  readonly tenant: Tenant;
  readonly surface: Surface;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly amount: Cents;
  /** BRL for Pix; else ISO 4217, or the name of a coin. */
  readonly currency: string;
  /** Those that the payer may choose from, as they were asked for. */
  readonly paymentMethods: readonly PaymentMethod[];
  readonly customer: Customer;
  /** The merchant's own id of its user, echoed in legacy events. */
  readonly customerId: string | null;
  /**
   * Where its legacy events go instead of the registered endpoints. May hold a secret of the merchant: never
   * logged.
   */
  readonly webhookUrl: string | null;
  /**
   * The only payer whose money may be kept (specification, `expected_payer_tax_id`); null when anybody may
   * pay.
   */
  readonly expectedPayerTaxId: TaxId | null;
  /** JSON object of the merchant, description folded in. */
  readonly metadataJson: string;
  readonly fees: Fees;
  readonly settlementDelaySeconds: number;
  readonly bankProfileId: string;
  /** Trace of the merchant's request. */
  readonly traceparent: string | null;
  readonly createdAt: Date;
};

/** A charge: its terms, and where it stands. */
export type Charge = ChargeTerms & {
  readonly status: Status;
  readonly version: number;
  /** Of the last event; the events of a charge are numbered from 1 without a gap. */
  readonly sequence: number;
  readonly creation: ChargeCreation;
  /** All that it may be paid by, each with a method of its own. */
  readonly paymentOptions: readonly PaymentOption[];
  /**
   * Of the option that it stands for: the first, until another is paid or takes the place of one that failed.
   */
  readonly method: PaymentMethod;
  /** The status that the first answer showed; replays show it again (decisions A56). */
  readonly firstStatus: Status | null;
  readonly rejection: Rejection | null;
  readonly payments: readonly IncomingPayment[];
  /** Payments that the bank stamped with a time that had not come. Absent when there is none. */
  readonly stampedAhead?: readonly StampedAhead[];
  readonly settlement: Settlement | null;
  readonly closing: Closing | null;
  readonly review: Review | null;
  /** The merchant's refunds that have progressed, each as it last stood. */
  readonly refunds: readonly RefundProgress[];
  /**
   * What the bank takes back of the credited payment by itself, each as it last stood. Absent when there is
   * none.
   */
  readonly bankReturns?: readonly BankReturn[];
  /**
   * Who paid the accepted or held payment, as the bank itself answered (`KnownPayer`). Absent where it named
   * nobody; what a callback says is kept nowhere here.
   */
  readonly paidBy?: EncryptedTaxId;
  readonly payer?: EncryptedTaxId;
  /** What somebody wants back. Absent when there is none. */
  readonly disputes?: readonly Dispute[];
  /** What it says of persons as it is stored. Absent where it names nobody. */
  readonly personalData?: EncryptedPersonalData;
  /** The key of it was destroyed: nobody knows any more what it said of persons. */
  readonly isErased?: true;
  /** The key of it is lost: only what needs no person of it may be done. */
  readonly isUnreadable?: true;
};

/** What happened to a charge. */
export type ChargeFact =
  | { readonly type: 'charge.created' | 'charge.expired' | 'charge.payment_accepted' }
  /** Of a status that a dispute made: which, as it stands now. */
  | { readonly type: 'charge.paid' | 'charge.failed'; readonly dispute?: Dispute }
  | { readonly type: 'charge.payment_held' | 'charge.return_ordered'; readonly endToEndId: EndToEndId }
  | { readonly type: 'charge.dispute_opened'; readonly dispute: Dispute }
  /** `paid`: of a case about a Pix, what devolutions take of its hold. */
  | { readonly type: 'charge.dispute_closed'; readonly dispute: Dispute; readonly paid?: Cents }
  | { readonly type: 'charge.dispute_paid'; readonly dispute: Dispute; readonly bankReturn: BankReturn }
  | { readonly type: 'charge.returned_by_bank'; readonly bankReturn: BankReturn }
  | { readonly type: 'charge.refund_progressed'; readonly refund: RefundUpdate };
type Occurrence = {
  readonly sequence: number;
  readonly occurredAt: Date;
  readonly previousStatus: Status;
  /** After the fact, from where the same write may have gone on; absent: as the charge stands. */
  readonly status?: Status;
};
/** A fact, numbered; the store encodes it beside the change. */
export type ChargeEvent = Occurrence & ChargeFact;
export type ChargeEventType = ChargeFact['type'];

/** A charge on its way through a decision, and what has happened to it so far. */
export type Change = {
  readonly charge: Charge;
  readonly events: readonly ChargeEvent[];
  /** Of who brought it about, for the audit log. */
  readonly act?: ServiceAct;
};
/** What a decision says to the store: write this, or leave all as it is because it stands already. */
export type Decision = (Change & { readonly kind: 'change' }) | { readonly kind: 'keep' };

export const KEEP: Decision = { kind: 'keep' };

/**
 * The change with one more event, numbered next, of the charge as it is by now. `previousStatus` is the
 * status before the fact.
 */
export function recordEvent(
  { charge, events }: Change,
  fact: ChargeFact,
  { occurredAt, previousStatus }: Pick<Occurrence, 'occurredAt' | 'previousStatus'>,
): Change {
  const sequence = charge.sequence + 1;
  const event = { ...fact, sequence, occurredAt, previousStatus, status: charge.status };
  return { charge: { ...charge, sequence }, events: [...events, event] };
}

/** Whether the charge knows who paid it, or knew it until that person was erased. */
export const isPayerKnown = ({ payer, paidBy }: Pick<Charge, 'payer' | 'paidBy'>): boolean =>
  payer !== undefined || paidBy !== undefined;

/** Whether money was accepted that is not in the wallet yet: the point of no return. */
export const isAwaitingPosting = (charge: Pick<Charge, 'settlement'>): boolean =>
  charge.settlement !== null && charge.settlement.postedAt === null;

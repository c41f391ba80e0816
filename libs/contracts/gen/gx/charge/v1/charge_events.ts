// Written by `npm run generate` from protos/gx/charge/v1/charge_events.proto.
import type { Tenant } from '../../common/v1/common.ts';
import type { Charge, Charge_Status } from './charge.ts';

/**
 * What happened to one charge, key account id; `sequence` orders the events of a charge. What merchants hear
 * of is on gx.charge.events.v1, the last eight types, about money on its way, on gx.charge.money.v1.
 */
export type ChargeEvent = {
  /** evt_<hex>, derived from charge and sequence: the same on every publication. */
  readonly eventId: string;
  /**
   * charge.created, charge.paid, charge.failed, charge.expired, charge.refund_progressed,
   * charge.payment_accepted, charge.payment_held, charge.return_ordered, charge.provider_callback_received,
   * charge.dispute_opened, charge.dispute_closed, charge.dispute_paid, charge.returned_by_bank.
   */
  readonly type: string;
  readonly sequence: number;
  readonly tenant: Tenant | null;
  /**
   * Empty for money of no charge (charge.return_ordered of the platform's account) and for
   * charge.provider_callback_received.
   */
  readonly chargeId: string;
  readonly occurredAtMs: number;
  readonly created?: ChargeChanged;
  readonly paid?: ChargeChanged;
  readonly paymentAccepted?: PaymentAccepted;
  readonly expired?: ChargeChanged;
  /** CANCELLED, REFUSED, DISPUTE or CHARGEBACK. */
  readonly failed?: ChargeChanged;
  readonly refundProgressed?: RefundProgressed;
  readonly paymentHeld?: PaymentHeld;
  readonly returnOrdered?: ReturnOrdered;
  readonly providerCallbackReceived?: ProviderCallbackReceived;
  readonly disputeOpened?: DisputeOpened;
  readonly disputeClosed?: DisputeClosed;
  readonly returnedByBank?: ReturnedByBank;
  readonly disputePaid?: DisputePaid;
};

/** A public change of status: the charge after it, and the status before. */
export type ChargeChanged = {
  readonly charge: Charge | null;
  readonly previousStatus: Charge_Status;
  /** Of a change that a dispute made: a status that is told again says why. */
  readonly dispute?: CausingDispute;
};

export type CausingDispute = {
  /** Raw UUIDv7. */
  readonly disputeId: string;
  /** needs_response, won or lost. */
  readonly status: string;
};

/** Money that may be kept: the ledger has to credit it. Amounts were fixed when the charge was created. */
export type PaymentAccepted = {
  readonly endToEndId: string;
  readonly amount: number;
  readonly currency: string;
  readonly providerFee: number;
  readonly platformFee: number;
  readonly settlementDelaySeconds: number;
  /** The bank's own time of the payment. */
  readonly paidAtMs: number;
  /** It was held before: the ledger takes it out of suspense, not from the bank's account. */
  readonly wasHeld: boolean;
  /** At which the money lies. */
  readonly bankProfileId: string;
};

/**
 * Money of a charge goes back, or has: one per change of the status of a refund, of a return, or of what the
 * bank takes back by itself; and one whenever more of a cashout has come back.
 */
export type RefundProgressed = {
  readonly charge: Charge | null;
  readonly previousStatus: Charge_Status;
  readonly refundId: string;
  readonly amount: number;
  /** PENDING (a return alone), IN_PROGRESS, REFUNDED, FAILED. */
  readonly refundStatus: string;
  /** Why it failed, in the bank's code. */
  readonly failureCode?: string;
  /** merchant, automatic (a return of ours) or bank. */
  readonly initiator: string;
  /** Of a return or of what the bank takes back: why. */
  readonly reason?: string;
  /** Of a cashout: what has come back of it since it arrived. Absent: nothing. */
  readonly returnedAmount?: number;
};

/** Money that nobody may touch until it is known who paid: the ledger books it as suspense. */
export type PaymentHeld = {
  readonly endToEndId: string;
  readonly amount: number;
  readonly currency: string;
  readonly bankProfileId: string;
};

/**
 * Money that must not be kept: refund sends all of it back, once, and the ledger books it as suspense until
 * it is gone.
 */
export type ReturnOrdered = {
  /** Raw UUIDv7, made when the money was decided about: the id of the return. */
  readonly returnId: string;
  readonly bankProfileId: string;
  readonly endToEndId: string;
  /** All of the payment. */
  readonly amount: number;
  readonly currency: string;
  /**
   * PAYER_MISMATCH, PAYER_UNKNOWN, AMOUNT_MISMATCH, PAID_AFTER_EXPIRY, DUPLICATE_PAYMENT, CHARGE_CLOSED,
   * CANCELLED_WHILE_HELD, UNKNOWN_CHARGE, RETURNED_AT_BANK.
   */
  readonly reason: string;
  readonly paidAtMs: number;
  /** The order that it paid and its method, where that is not Pix. */
  readonly orderReference?: string;
  readonly paymentMethod?: string;
  /** What of it the bank has taken back by itself before: refund sends the rest. */
  readonly returnedByBank: number;
};

/** A bank spoke of a devolution or a Pix-out: worth asking it, nothing more. */
export type ProviderCallbackReceived = {
  readonly bankProfileId: string;
  /** The Pix whose devolutions moved. */
  readonly endToEndId?: string;
  /** The Pix-out that moved, by the id that we gave it. */
  readonly pixOutId?: string;
  /** The refund of an order that moved, by the id that we gave it. */
  readonly orderRefundId?: string;
};

/**
 * Somebody wants the money back: a cardholder, the issuer in his name, or the payer of a Pix (MED). The
 * ledger sets it aside, and what is not there is owed by the merchant.
 */
export type DisputeOpened = {
  /** Raw UUIDv7, made when the acquirer or the bank first showed the dispute. */
  readonly disputeId: string;
  readonly amount: number;
  readonly currency: string;
  readonly bankProfileId: string;
};

/** The dispute is over: the money is the merchant's again, or it is gone. */
export type DisputeClosed = {
  readonly disputeId: string;
  /** As it was opened. */
  readonly amount: number;
  readonly currency: string;
  readonly won: boolean;
  readonly bankProfileId: string;
  /**
   * Of a case about a Pix: what devolutions take of the hold in all; whatever else it holds is released,
   * however it ended. Absent for other methods: a dispute that was lost takes all of it.
   */
  readonly paid?: number;
};

/** A devolution of the bank is paid from the hold of the case about its Pix, once per (dispute, devolution). */
export type DisputePaid = {
  readonly disputeId: string;
  /** As it was opened. */
  readonly amount: number;
  readonly currency: string;
  readonly bankProfileId: string;
  readonly endToEndId: string;
  /** The bank's own id. */
  readonly devolutionId: string;
  /** What of the devolution is paid from the hold. */
  readonly paidAmount: number;
};

/**
 * The bank or the acquirer takes credited money back by itself, as it must when a payer contests a Pix (MED).
 * One event per state; the first that is heard may be any of them. The ledger books it once per
 * (end_to_end_id, devolution_id), refund shows it as a row and counts it.
 */
export type ReturnedByBank = {
  /** Raw UUIDv7, made when the bank first showed the devolution: the id of the refund row. */
  readonly refundId: string;
  readonly bankProfileId: string;
  /** The payment that it takes from, and the bank's own id of the devolution. */
  readonly endToEndId: string;
  readonly devolutionId: string;
  readonly amount: number;
  readonly currency: string;
  /** IN_PROGRESS, REFUNDED or FAILED. FAILED may be followed by REFUNDED, never the other way round. */
  readonly status: string;
  /** MED_FRAUD, MED_OPERATIONAL or BANK_RETURN. */
  readonly reason: string;
  /** When it was first seen. */
  readonly firstSeenAtMs: number;
  /** The order that was paid and its method, where that is not Pix. */
  readonly orderReference?: string;
  readonly paymentMethod?: string;
  /**
   * The case that it belongs to, and what of it the hold of that case pays: charge.dispute_paid tells the
   * ledger of that part, and this event of the rest.
   */
  readonly disputeId?: string;
  readonly fromDispute: number;
};

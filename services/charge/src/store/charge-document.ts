import type { Cents, EndToEndId, Id, TaxId, Txid } from '@gx/core';
import type { OutboxRecord } from '@gx/runtime/mongo';
import type { mongo } from 'mongoose';
import type { StampedAhead } from '../domain/bank-clock.ts';
import type { BankReturn } from '../domain/bank-return.ts';
import {
  type Charge,
  type Closing,
  type Customer,
  type EncryptedTaxId,
  methodOf,
  type Option,
  type PaymentMethod,
  type PixCode,
  type RefundProgress,
  type RefundStatus,
  type Rejection,
  type Review,
  type Settlement,
  type Surface,
} from '../domain/charge.ts';
import type { IncomingPayment, SettlementDecision } from '../domain/decide-payment.ts';
import type { Fees } from '../domain/fees.ts';
import type { Dispute, OrderCode } from '../domain/order.ts';
import type { Status } from '../domain/transitions.ts';
import type { LastEvent } from './last-event.ts';

export type PaymentDocument = {
  endToEndId: EndToEndId;
  amount: Cents;
  paidAt: Date;
  decision: SettlementDecision['kind'];
  /** Why it is returned, and the return's id; null for one that is not. */
  reason: string | null;
  returnId: Id<'refund'> | null;
  decidedAt: Date;
  returnedAt: Date | null;
  /** Of a return that was ordered. */
  ordered?: { sequence: number; at: Date };
  acknowledgedAt?: Date;
  returnedByBank?: Cents;
  returnStatus?: RefundStatus;
};

/**
 * An event that is not answered by another, as it was published, and the name of the entry that the ledger
 * makes of it.
 */
export type UnpostedEvent = { readonly reference: string; readonly event: OutboxRecord };

/**
 * One charge as it is stored. What the domain does not know is the store's own: leases, due times, the
 * outbox.
 */
export type ChargeDocument = {
  _id: Id<'charge'>;
  accountId: Id<'account'>;
  livemode: boolean;
  idempotencyKey: string;
  requestHash: string;
  surface: Surface;
  amount: Cents;
  currency: string;
  paymentMethods: PaymentMethod[];
  customer: Customer;
  customerId: string | null;
  webhookUrl: string | null;
  expectedPayerTaxId: TaxId | null;
  metadataJson: string;
  returnUrl?: string;
  fees: Fees;
  settlementDelaySeconds: number;
  bankProfileId: string;
  txid: Txid;
  bankBody: string;
  traceparent: string | null;
  createdAt: Date;
  /** The database's own time of the insert: the first lease counts from here. */
  insertedAt: mongo.Timestamp;
  status: Status;
  /** False for a charge that no read and no list may show. */
  listed: boolean;
  version: number;
  sequence: number;
  attempts: number;
  /** `until` is null on the first lease, which counts from `insertedAt`. */
  lease: { owner: string; until: Date | null } | null;
  /** When a job takes up a creation whose outcome is not known. */
  nextPollAt: Date | null;
  pix: PixCode | null;
  /**
   * Of another method than Pix; absent from every other document, null where a charge of several options goes
   * on by Pix.
   */
  order?: OrderCode | null;
  /**
   * Of a charge of several options alone: which of them `txid`, `pix` and `order` are of, the others, and
   * when a job is to look at these.
   */
  method?: PaymentMethod;
  paymentOptions?: Option[];
  optionsAt?: Date | null;
  disputes?: Dispute[];
  firstStatus: Status | null;
  rejection: Rejection | null;
  payments: PaymentDocument[];
  settlement: Settlement | null;
  /** Accepted money that is not in the wallet yet, and when the ledger was last told of it. */
  awaitingPosting: boolean;
  emittedAt: Date | null;
  /**
   * Whether an order to return money waits to be taken up, and when it was last told. Absent where nothing
   * goes back, or an earlier version said so.
   */
  unacknowledgedReturns?: boolean;
  returnsPublishedAt?: Date;
  /**
   * The intent to close, and when somebody last took it up: a job does so again once that is too long ago.
   */
  closing: Closing | null;
  closeAt: Date | null;
  /** Held money, and from when on the bank may be asked again who paid; null: not any more. */
  review: Review | null;
  held: boolean;
  heldSince: Date | null;
  reviewAt: Date | null;
  refunds: RefundProgress[];
  bankReturns?: BankReturn[];
  stampedAhead?: StampedAhead[];
  payer?: EncryptedTaxId;
  /** Closed before it was ever presented: how often the bank is still to be looked at, and since when. */
  rechecksLeft: number;
  closedAt: Date | null;
  /** The last public event; null before the first. */
  lastEvent: LastEvent | null;
  /**
   * What the ledger is not known to have booked, told or asked about last at that time. Absent where there is
   * nothing, or an earlier version told it.
   */
  unposted?: UnpostedEvent[];
  unpostedSince?: Date;
  outbox: OutboxRecord[];
};

/**
 * The document of a charge that is about to be brought to the bank; `insertedAt` is filled in by the
 * database.
 */
export function documentOf(charge: Charge, insertedAt: mongo.Timestamp): ChargeDocument {
  const { tenant, bank, creation } = charge;
  return {
    _id: charge.id,
    accountId: tenant.accountId,
    livemode: tenant.livemode,
    idempotencyKey: charge.idempotencyKey,
    requestHash: charge.requestHash,
    surface: charge.surface,
    amount: charge.amount,
    currency: charge.currency,
    paymentMethods: [...charge.paymentMethods],
    customer: charge.customer,
    customerId: charge.customerId,
    webhookUrl: charge.webhookUrl,
    expectedPayerTaxId: charge.expectedPayerTaxId,
    metadataJson: charge.metadataJson,
    ...(charge.returnUrl === undefined ? {} : { returnUrl: charge.returnUrl }),
    fees: charge.fees,
    settlementDelaySeconds: charge.settlementDelaySeconds,
    bankProfileId: bank.profileId,
    txid: bank.txid,
    bankBody: bank.body,
    traceparent: charge.traceparent,
    createdAt: charge.createdAt,
    insertedAt,
    status: charge.status,
    listed: false,
    version: charge.version,
    sequence: charge.sequence,
    attempts: creation.attempts,
    lease: creation.owner === null ? null : { owner: creation.owner, until: null },
    nextPollAt: null,
    pix: charge.pix,
    ...(charge.paymentOptions === undefined
      ? {}
      : { method: methodOf(charge), paymentOptions: [...charge.paymentOptions], optionsAt: null }),
    firstStatus: charge.firstStatus,
    rejection: charge.rejection,
    payments: charge.payments.map(paymentDocument),
    settlement: charge.settlement,
    awaitingPosting: false,
    emittedAt: null,
    closing: null,
    closeAt: null,
    review: null,
    held: false,
    heldSince: null,
    reviewAt: null,
    refunds: [],
    rechecksLeft: 0,
    closedAt: null,
    lastEvent: null,
    outbox: [],
  };
}

/** The charge that a document holds. */
export function chargeOf(document: Omit<ChargeDocument, 'outbox'>): Charge {
  return {
    id: document._id,
    tenant: { accountId: document.accountId, livemode: document.livemode },
    surface: document.surface,
    idempotencyKey: document.idempotencyKey,
    requestHash: document.requestHash,
    amount: document.amount,
    currency: document.currency,
    // Charges of an earlier version have none of the fields that end in `?? `.
    paymentMethods: document.paymentMethods ?? ['PIX'],
    customer: document.customer,
    customerId: document.customerId ?? null,
    webhookUrl: document.webhookUrl ?? null,
    expectedPayerTaxId: document.expectedPayerTaxId ?? null,
    metadataJson: document.metadataJson,
    ...(document.returnUrl === undefined ? {} : { returnUrl: document.returnUrl }),
    fees: document.fees,
    settlementDelaySeconds: document.settlementDelaySeconds,
    bank: { profileId: document.bankProfileId, txid: document.txid, body: document.bankBody },
    traceparent: document.traceparent,
    createdAt: document.createdAt,
    status: document.status,
    version: document.version,
    sequence: document.sequence,
    creation: { attempts: document.attempts, owner: document.lease?.owner ?? null },
    pix: document.pix,
    ...(document.order == null ? {} : { order: document.order }),
    ...(document.method === undefined ? {} : { method: document.method }),
    ...(document.paymentOptions === undefined ? {} : { paymentOptions: document.paymentOptions }),
    ...(document.disputes === undefined ? {} : { disputes: document.disputes }),
    firstStatus: document.firstStatus,
    rejection: document.rejection,
    payments: document.payments.map(paymentOf),
    settlement: document.settlement,
    closing: document.closing ?? null,
    review: document.review ?? null,
    refunds: document.refunds ?? [],
    ...(document.stampedAhead === undefined ? {} : { stampedAhead: document.stampedAhead }),
    ...(document.bankReturns === undefined ? {} : { bankReturns: document.bankReturns }),
    ...(document.payer === undefined ? {} : { payer: document.payer }),
  };
}

/** Field by field: what the domain may know beside them is not stored. */
export const paymentDocument = (payment: IncomingPayment): PaymentDocument => {
  const { endToEndId, amount, paidAt, decision, decidedAt, returnedAt, ordered, acknowledgedAt } = payment;
  const { returnedByBank, returnStatus } = payment;
  const returned = decision.kind === 'returned' ? decision : null;
  return {
    endToEndId,
    amount,
    paidAt,
    decision: decision.kind,
    reason: returned?.reason ?? null,
    returnId: returned?.returnId ?? null,
    decidedAt,
    returnedAt,
    ...(ordered === undefined ? {} : { ordered }),
    ...(acknowledgedAt === undefined ? {} : { acknowledgedAt }),
    ...(returnedByBank === undefined ? {} : { returnedByBank }),
    ...(returnStatus === undefined ? {} : { returnStatus }),
  };
};

const paymentOf = ({ decision, reason, returnId, returnedAt, ...payment }: PaymentDocument): IncomingPayment => ({
  ...payment,
  returnedAt: returnedAt ?? null,
  decision: decision === 'returned' ? ({ kind: decision, reason, returnId } as SettlementDecision) : { kind: decision },
});

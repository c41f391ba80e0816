import type { Cents, EndToEndId, Id, Txid } from '@gx/core';
import type { OutboxRecord } from '@gx/runtime/mongo';
import type { mongo } from 'mongoose';
import { type Charge, methodOf, type RefundStatus } from '../domain/charge.ts';
import type { IncomingPayment, SettlementDecision } from '../domain/decide-payment.ts';
import { type KeptFields, keptFields } from './charge-fields.ts';
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
export type ChargeDocument = KeptFields & {
  _id: Id<'charge'>;
  accountId: Id<'account'>;
  livemode: boolean;
  bankProfileId: string;
  txid: Txid;
  bankBody: string;
  /** The database's own time of the insert: the first lease counts from here. */
  insertedAt: mongo.Timestamp;
  /** False for a charge that no read and no list may show. */
  listed: boolean;
  attempts: number;
  /** `until` is null on the first lease, which counts from `insertedAt`. */
  lease: { owner: string; until: Date | null } | null;
  /** When a job takes up a creation whose outcome is not known. */
  nextPollAt: Date | null;
  /** Of a charge of several options alone: when a job is to look at the others. */
  optionsAt?: Date | null;
  payments: PaymentDocument[];
  /** Accepted money that is not in the wallet yet, and when the ledger was last told of it. */
  awaitingPosting: boolean;
  emittedAt: Date | null;
  /**
   * Whether an order to return money waits to be taken up, and when it was last told. Absent where nothing
   * goes back.
   */
  unacknowledgedReturns?: boolean;
  returnsPublishedAt?: Date;
  /** When somebody last took up the intent to close: a job does so again once that is too long ago. */
  closeAt: Date | null;
  /** Whether money is held, and from when on the bank may be asked again who paid; null: not any more. */
  held: boolean;
  heldSince: Date | null;
  reviewAt: Date | null;
  /** Closed before it was ever presented: how often the bank is still to be looked at, and since when. */
  rechecksLeft: number;
  closedAt: Date | null;
  /** The last public event; null before the first. */
  lastEvent: LastEvent | null;
  /** What the ledger is not known to have booked, told or asked about last at that time, if there is any. */
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
    ...keptFields(charge),
    ...(charge.paymentOptions === undefined ? {} : { method: methodOf(charge), optionsAt: null }),
    _id: charge.id,
    accountId: tenant.accountId,
    livemode: tenant.livemode,
    bankProfileId: bank.profileId,
    txid: bank.txid,
    bankBody: bank.body,
    insertedAt,
    listed: false,
    attempts: creation.attempts,
    lease: creation.owner === null ? null : { owner: creation.owner, until: null },
    nextPollAt: null,
    payments: charge.payments.map(paymentDocument),
    awaitingPosting: false,
    emittedAt: null,
    closeAt: null,
    held: false,
    heldSince: null,
    reviewAt: null,
    rechecksLeft: 0,
    closedAt: null,
    lastEvent: null,
    outbox: [],
  };
}

/** The charge that a document holds. */
export const chargeOf = (document: Omit<ChargeDocument, 'outbox'>): Charge => ({
  ...keptFields(document),
  id: document._id,
  tenant: { accountId: document.accountId, livemode: document.livemode },
  bank: { profileId: document.bankProfileId, txid: document.txid, body: document.bankBody },
  creation: { attempts: document.attempts, owner: document.lease?.owner ?? null },
  payments: document.payments.map(paymentOf),
});

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

const paymentOf = ({ decision, reason, returnId, ...payment }: PaymentDocument): IncomingPayment => ({
  ...payment,
  decision: decision === 'returned' ? ({ kind: decision, reason, returnId } as SettlementDecision) : { kind: decision },
});

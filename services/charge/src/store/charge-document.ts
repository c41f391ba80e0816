import type { Cents, EndToEndId, Id } from '@gx/core';
import type { DueTimes, OutboxRecord, StoredAct } from '@gx/runtime/mongo';
import type { mongo } from 'mongoose';
import type { Charge, RefundStatus } from '../domain/charge.ts';
import type { IncomingPayment, PaymentDecision } from '../domain/decide-payment.ts';
import { hidden } from '../domain/personal-data.ts';
import { type KeptFields, keptFields } from './charge-fields.ts';
import { DUE } from './due.ts';
import type { LastEvent } from './last-event.ts';

export type PaymentDocument = {
  endToEndId: EndToEndId;
  amount: Cents;
  paidAt: Date;
  decision: PaymentDecision['kind'];
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
  /** The database's own time of the insert: the first lease counts from here. */
  insertedAt: mongo.Timestamp;
  /** False for a charge that no read and no list may show. */
  listed: boolean;
  attempts: number;
  /** `until` is null on the first lease, which counts from `insertedAt`. */
  lease: { owner: string; until: Date | null } | null;
  payments: PaymentDocument[];
  /** What is to be done about it, see `due.ts`. */
  due: DueTimes;
  /** The last public event; null before the first. */
  lastEvent: LastEvent | null;
  /** What the ledger is not known to have booked, if there is any. */
  unposted?: UnpostedEvent[];
  outbox: OutboxRecord[];
  /** Acts that the audit log may not have yet. */
  unfiled?: StoredAct[];
};

/**
 * The document of a charge that is about to be brought to the bank; `insertedAt` is filled in by the
 * database. Should its owner die, a job looks after it from `leaseEnd` on.
 */
export function documentOf(charge: Charge, insertedAt: mongo.Timestamp, leaseEnd: Date): ChargeDocument {
  const { tenant, bankProfileId, creation } = charge;
  return {
    ...keptFields(hidden(charge)),
    _id: charge.id,
    accountId: tenant.accountId,
    livemode: tenant.livemode,
    insertedAt,
    listed: false,
    attempts: creation.attempts,
    lease: creation.owner === null ? null : { owner: creation.owner, until: null },
    payments: charge.payments.map(paymentDocument),
    due: { [`${DUE.creation.kind}:${bankProfileId}`]: leaseEnd },
    lastEvent: null,
    outbox: [],
  };
}

/** The charge that a document holds, with nothing of a person in it where that is encrypted. */
export const chargeOf = (document: Omit<ChargeDocument, 'outbox'>): Charge => ({
  ...keptFields(document),
  id: document._id,
  tenant: { accountId: document.accountId, livemode: document.livemode },
  creation: { attempts: document.attempts, owner: document.lease?.owner ?? null },
  payments: document.payments.map(paymentOf),
});

/** The one document of a charge, for a filter. */
export const identityOf = ({ id: _id, tenant: { accountId, livemode } }: Pick<Charge, 'id' | 'tenant'>) => ({
  _id,
  accountId,
  livemode,
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

export const paymentOf = ({ decision, reason, returnId, ...payment }: PaymentDocument): IncomingPayment => ({
  ...payment,
  decision: decision === 'returned' ? ({ kind: decision, reason, returnId } as PaymentDecision) : { kind: decision },
});

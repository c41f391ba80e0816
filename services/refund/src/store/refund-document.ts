import type { Cents, Id, Tenant } from '@gx/core';
import type { EncryptedValue } from '@gx/runtime';
import type { DueTimes, OutboxRecord, StoredAct } from '@gx/runtime/mongo';
import type { Fee, PlainOrder, PlainRefund, PublishedProgress, Work } from '../domain/refund.ts';

export type Encryption = {
  /** Where a cashout goes, as an older version stores it. Absent from one whose payee has a key. */
  readonly destination?: EncryptedValue | null;
  /** The body under the key of the service: of what names nobody, and of a cashout of an older version. */
  readonly body: EncryptedValue | null;
};

/**
 * One refund or return as it is stored. What the domain does not know is the store's own: the lease's end,
 * due times, the outbox.
 */
export type RefundDocument = Omit<PlainRefund, 'id' | 'tenant' | 'fee' | 'bank' | 'work' | 'announced'> &
  Tenant &
  Omit<PlainOrder, 'id' | 'profileId'> &
  Omit<Work, 'followUps'> &
  Encryption & {
    readonly _id: Id<'refund'>;
    readonly feeAmount: Cents;
    readonly feePayer: Fee['payer'];
    readonly bankProfileId: string;
    readonly bankId: string;
    /** Absent before anything was said. */
    readonly announced?: PublishedProgress;
    /** Due, or leased until then by `owner`; null when nobody need take it up any more. */
    readonly dueAt: Date | null;
    /** When the present owner claimed it. */
    readonly claimedAt: Date | null;
    /**
     * When a bank last spoke of it, unless it was due already, or when it is asked again about what it spoke
     * of. The very time since which it is due, if that is what made it due.
     */
    readonly triggeredAt: Date | null;
    /**
     * Looks since the bank last spoke of it, 0 before the first; null or absent when its own schedule counts.
     */
    readonly followUps?: number | null;
    /** Its events that may be lost, see `due.ts`; absent before its first event. */
    readonly due?: DueTimes;
    readonly outbox: OutboxRecord[];
    /** Acts that the audit log may not have yet. */
    readonly unfiled?: StoredAct[];
  };

/** Everything of a refund that is stored in clear, but for what an update alone sets. */
export function writtenOf({ id: _id, tenant, fee, bank, work, announced, cause: _cause, ...same }: PlainRefund) {
  const { profileId: bankProfileId, id: bankId, strategy, endToEndId, order } = bank;
  const { followUps: _followUps, ...counts } = work;
  return {
    ...same,
    ...tenant,
    ...counts,
    feeAmount: fee.amount,
    feePayer: fee.payer,
    bankProfileId,
    bankId,
    strategy,
    endToEndId,
    ...(order === undefined ? {} : { order }),
    ...(announced === null ? {} : { announced }),
  };
}

/** The document of a new refund; `dueAt` is set by the insert. */
export const documentOf = (refund: PlainRefund, encryption: Encryption): Omit<RefundDocument, 'dueAt'> => ({
  _id: refund.id,
  ...writtenOf(refund),
  ...encryption,
  cause: null,
  claimedAt: null,
  triggeredAt: null,
  outbox: [],
});

/** What a document says in the clear: nobody needs a key to say how far it is. */
export function plainOf(document: Omit<RefundDocument, 'outbox' | 'unfiled' | keyof Encryption>): PlainRefund {
  return {
    id: document._id,
    kind: document.kind,
    tenant: { accountId: document.accountId, livemode: document.livemode },
    chargeId: document.chargeId,
    surface: document.surface,
    idempotencyKey: document.idempotencyKey,
    requestHash: document.requestHash,
    amount: document.amount,
    ...(document.payment === undefined ? {} : { payment: document.payment }),
    currency: document.currency,
    fee: { amount: document.feeAmount, payer: document.feePayer },
    reason: document.reason,
    bank: {
      profileId: document.bankProfileId,
      strategy: document.strategy,
      endToEndId: document.endToEndId,
      ...(document.order === undefined ? {} : { order: document.order }),
      id: document.bankId,
    },
    ...(document.limits === undefined ? {} : { limits: document.limits }),
    ...(document.destinationId === undefined ? {} : { destinationId: document.destinationId }),
    ...(document.toOtherKey === undefined ? {} : { toOtherKey: document.toOtherKey }),
    ...(document.payee === undefined ? {} : { payee: document.payee }),
    traceparent: document.traceparent,
    createdAt: document.createdAt,
    status: document.status,
    version: document.version,
    sequence: document.sequence,
    work: {
      owner: document.owner,
      bankIds: document.bankIds,
      attempts: document.attempts,
      acknowledged: document.acknowledged,
      declines: document.declines,
      polls: document.polls,
      followUps: document.followUps ?? 0,
    },
    finalStatus: document.finalStatus,
    failureCode: document.failureCode,
    ...(document.returns === undefined ? {} : { returns: document.returns }),
    lostAt: document.lostAt,
    byHand: document.byHand,
    announced: document.announced ?? null,
    cause: document.cause,
  };
}

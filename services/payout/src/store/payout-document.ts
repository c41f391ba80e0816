import type { Id, Tenant } from '@gx/core';
import type { EncryptedValue } from '@gx/runtime';
import type { DueTimes, OutboxRecord, StoredAct } from '@gx/runtime/mongo';
import type { Destination } from '../domain/destination.ts';
import type { Payout, PayoutSecrets, PlainOrder, PlainPayout } from '../domain/payout.ts';

/**
 * Where it goes and whose that has to be, and the body that says so, under the key of the service: as an
 * older version stores them, its description in the clear.
 */
export type ServiceEncryption = { readonly recipient: EncryptedValue; readonly body: EncryptedValue };

/**
 * One payout as it is stored. What the domain does not know is the store's own: the lease's end, due times,
 * the outbox.
 */
export type PayoutDocument = Omit<PlainPayout, 'id' | 'tenant' | 'bank' | 'work'> &
  Tenant &
  Omit<PlainOrder, 'id' | 'profileId' | 'kind'> &
  Omit<Payout['work'], 'followUps'> &
  Partial<ServiceEncryption> & {
    readonly _id: Id<'payout'>;
    readonly bankProfileId: string;
    readonly bankId: string;
    readonly destinationKind: Destination['kind'];
    readonly dueAt: Date | null;
    readonly triggeredAt: Date | null;
    readonly followUps?: number | null;
    /** Its events that may be lost, see `due.ts`; absent where there is none. */
    readonly due?: DueTimes;
    readonly outbox: OutboxRecord[];
    /** Acts that the audit log may not have yet. */
    readonly unfiled?: StoredAct[];
  };

/** Everything of a payout that is stored in clear, but for what an update alone sets. */
export function writtenOf({ id: _id, tenant, bank, work, cause: _cause, claimedAt: _claimedAt, ...same }: PlainPayout) {
  const { followUps: _followUps, ...counts } = work;
  const { profileId: bankProfileId, id: bankId, kind: destinationKind } = bank;
  const { secrets: _secrets, ...plain } = same as typeof same & { readonly secrets?: PayoutSecrets };
  return { ...plain, ...tenant, ...counts, bankProfileId, bankId, destinationKind };
}

/** The document of a new payout without its secrets; `dueAt` is set by the insert. */
export const documentOf = (payout: PlainPayout): Omit<PayoutDocument, 'dueAt'> => ({
  _id: payout.id,
  ...writtenOf(payout),
  cause: null,
  claimedAt: null,
  triggeredAt: null,
  outbox: [],
});

/** What a document says in the clear: nobody needs a key to say how far a payout is. */
export function plainOf(document: Omit<PayoutDocument, 'outbox' | 'unfiled'>): PlainPayout {
  const { accountId, livemode, bankProfileId, bankId, destinationKind } = document;
  return {
    id: document._id,
    tenant: { accountId, livemode },
    idempotencyKey: document.idempotencyKey,
    requestHash: document.requestHash,
    amount: document.amount,
    currency: document.currency,
    fee: document.fee,
    providerFee: document.providerFee,
    shown: document.shown,
    destinationIdentity: document.destinationIdentity,
    description: document.description,
    ...(document.payee === undefined ? {} : { payee: document.payee }),
    metadataJson: document.metadataJson,
    scheduledFor: document.scheduledFor,
    allowDuplicate: document.allowDuplicate,
    approvalRequired: document.approvalRequired,
    keyIssuerUserId: document.keyIssuerUserId,
    bank: { profileId: bankProfileId, id: bankId, kind: destinationKind },
    digest: document.digest,
    traceparent: document.traceparent,
    createdAt: document.createdAt,
    status: document.status,
    version: document.version,
    sequence: document.sequence,
    work: {
      owner: document.owner,
      attempts: document.attempts,
      acknowledged: document.acknowledged,
      declines: document.declines,
      polls: document.polls,
      followUps: document.followUps ?? 0,
    },
    claimedAt: document.claimedAt,
    decision: document.decision,
    releasedAt: document.releasedAt,
    night: document.night,
    finalStatus: document.finalStatus,
    failureCode: document.failureCode,
    endToEndId: document.endToEndId,
    paidAt: document.paidAt,
    returns: document.returns,
    lostAt: document.lostAt,
    cause: document.cause,
  };
}

import { type Id, parseJson, type Tenant } from '@gx/core';
import type { Cipher, EncryptedValue } from '@gx/runtime';
import type { DueTimes, OutboxRecord, StoredAct } from '@gx/runtime/mongo';
import type { Destination } from '../domain/destination.ts';
import type { Payout, PayoutSecrets, PlainOrder, PlainPayout } from '../domain/payout.ts';

type Encryption = {
  /** Where it goes and whose that has to be, and the body that says so: personal data. */
  readonly recipient: EncryptedValue;
  readonly body: EncryptedValue;
};

/**
 * One payout as it is stored. What the domain does not know is the store's own: the lease's end, due times, the
 * outbox.
 */
export type PayoutDocument = Omit<PlainPayout, 'id' | 'tenant' | 'bank' | 'work'> &
  Tenant &
  Omit<PlainOrder, 'id' | 'profileId' | 'kind'> &
  Omit<Payout['work'], 'followUps'> &
  Encryption & {
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

/** Its personal data as it is stored. */
const encryptedOf = ({ destination, expectedOwner, body }: PayoutSecrets, cipher: Cipher): Encryption => ({
  recipient: cipher.encrypt(JSON.stringify({ destination, expectedOwner })),
  body: cipher.encrypt(body),
});

/** The document of a new payout; `dueAt` is set by the insert. */
export const documentOf = (payout: Payout, cipher: Cipher): Omit<PayoutDocument, 'dueAt'> => ({
  _id: payout.id,
  ...writtenOf(payout),
  ...encryptedOf(payout.secrets, cipher),
  cause: null,
  claimedAt: null,
  triggeredAt: null,
  outbox: [],
});

/** The payout that a document holds. Throws where a key of what is encrypted in it is missing. */
export function payoutOf(document: Omit<PayoutDocument, 'outbox' | 'unfiled'>, cipher: Cipher): Payout {
  const recipient = parseJson(cipher.decrypt(document.recipient)) as Omit<PayoutSecrets, 'body'>;
  return { ...plainOf(document), secrets: { ...recipient, body: cipher.decrypt(document.body) } };
}

/** The same without what is encrypted: nobody needs a key to say how far it is. */
export function plainOf(document: Omit<PayoutDocument, 'outbox' | 'unfiled' | keyof Encryption>): PlainPayout {
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

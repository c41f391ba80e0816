import type { Cents, EndToEndId, Id } from '@gx/core';
import type { Cipher, EncryptedValue } from '@gx/runtime';
import type { DueTimes, OutboxRecord } from '@gx/runtime/mongo';
import type {
  FinalRefundStatus,
  ManualSettlement,
  PaidOrder,
  PlainRefund,
  PublishedProgress,
  Refund,
  Secrets,
  Strategy,
  Surface,
} from '../domain/refund.ts';
import type { RefundKind, Status } from '../domain/transitions.ts';

/**
 * One refund or return as it is stored. What the domain does not know is the store's own: the lease's end,
 * due times, the outbox.
 */
export type RefundDocument = {
  _id: Id<'refund'>;
  kind: RefundKind;
  accountId: Id<'account'>;
  livemode: boolean;
  chargeId: Id<'charge'> | null;
  surface: Surface | null;
  idempotencyKey: string | null;
  requestHash: string | null;
  amount: Cents | null;
  payment?: Cents;
  currency: string;
  feeAmount: Cents;
  feePayer: 'MERCHANT' | 'PLATFORM';
  reason: string | null;
  bankProfileId: string;
  endToEndId: EndToEndId;
  strategy: Strategy;
  bankId: string;
  /** Of the strategy ORDER alone; absent from every other document. */
  order?: PaidOrder;
  /** Where a cashout goes, and the body that says so: personal data. */
  destination: EncryptedValue | null;
  body: EncryptedValue | null;
  traceparent: string | null;
  createdAt: Date;
  status: Status;
  version: number;
  sequence: number;
  bankIds: number;
  attempts: number;
  acknowledged: boolean;
  declines: number;
  polls: number;
  finalStatus: FinalRefundStatus | null;
  failureCode: string | null;
  lostAt: Date | null;
  byHand: ManualSettlement | null;
  /** Absent before anything was said. */
  announced?: PublishedProgress;
  cause: string | null;
  owner: string | null;
  /** Due, or leased until then by `owner`; null when nobody need take it up any more. */
  dueAt: Date | null;
  /** When the present owner claimed it. */
  claimedAt: Date | null;
  /**
   * When a bank last spoke of it, unless it was due already, or when it is asked again about what it spoke
   * of. The very time since which it is due, if that is what made it due.
   */
  triggeredAt: Date | null;
  /**
   * Looks since the bank last spoke of it, 0 before the first; null or absent when its own schedule counts.
   */
  followUps?: number | null;
  /** Its events that may be lost, see `due.ts`; absent before its first event. */
  due?: DueTimes;
  outbox: OutboxRecord[];
};
/** The fields that a change may write beside the lease. */
export type RefundUpdate = Omit<
  RefundDocument,
  '_id' | 'dueAt' | 'claimedAt' | 'triggeredAt' | 'followUps' | 'due' | 'cause' | 'outbox'
>;

type Encryption = Pick<RefundDocument, 'destination' | 'body'>;

/** Everything of a refund that is stored in clear. */
export function writtenOf(refund: PlainRefund): Omit<RefundUpdate, keyof Encryption> {
  const { tenant, bank, work, fee } = refund;
  return {
    kind: refund.kind,
    accountId: tenant.accountId,
    livemode: tenant.livemode,
    chargeId: refund.chargeId,
    surface: refund.surface,
    idempotencyKey: refund.idempotencyKey,
    requestHash: refund.requestHash,
    amount: refund.amount,
    ...(refund.payment === undefined ? {} : { payment: refund.payment }),
    currency: refund.currency,
    feeAmount: fee.amount,
    feePayer: fee.payer,
    reason: refund.reason,
    bankProfileId: bank.profileId,
    endToEndId: bank.endToEndId,
    strategy: bank.strategy,
    bankId: bank.id,
    ...(bank.order === undefined ? {} : { order: { reference: bank.order.reference, method: bank.order.method } }),
    traceparent: refund.traceparent,
    createdAt: refund.createdAt,
    status: refund.status,
    version: refund.version,
    sequence: refund.sequence,
    bankIds: work.bankIds,
    attempts: work.attempts,
    acknowledged: work.acknowledged,
    declines: work.declines,
    polls: work.polls,
    finalStatus: refund.finalStatus,
    failureCode: refund.failureCode,
    lostAt: refund.lostAt,
    byHand: refund.byHand,
    ...(refund.announced === null ? {} : { announced: refund.announced }),
    owner: work.owner,
  };
}

const encrypted = (cipher: Cipher, clear: string | null): EncryptedValue | null =>
  clear === null ? null : cipher.encrypt(clear);
const opened = (cipher: Cipher, stored: EncryptedValue | null): string | null =>
  stored === null ? null : cipher.decrypt(stored);

/** Its personal data as it is stored. */
export const encryptedOf = ({ body, destinationKey }: Secrets, cipher: Cipher): Encryption => ({
  destination: encrypted(cipher, destinationKey),
  body: encrypted(cipher, body),
});

/** The document of a new refund; `dueAt` is set by the insert. */
export const documentOf = (refund: Refund, cipher: Cipher): Omit<RefundDocument, 'dueAt'> => ({
  _id: refund.id,
  ...writtenOf(refund),
  ...encryptedOf(refund.bank, cipher),
  cause: null,
  claimedAt: null,
  triggeredAt: null,
  outbox: [],
});

/** The refund that a document holds. Throws where a key of what is encrypted in it is missing. */
export function refundOf(document: Omit<RefundDocument, 'outbox'>, cipher: Cipher): Refund {
  const plain = plainOf(document);
  const body = opened(cipher, document.body);
  return { ...plain, bank: { ...plain.bank, body, destinationKey: opened(cipher, document.destination) } };
}

/** The same without what is encrypted: nobody needs a key to say how far it is. */
export function plainOf(document: Omit<RefundDocument, 'outbox' | keyof Encryption>): PlainRefund {
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
    lostAt: document.lostAt,
    byHand: document.byHand,
    announced: document.announced ?? null,
    cause: document.cause,
  };
}

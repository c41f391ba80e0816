import type { EventId, Id } from '@gx/core';
import { makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import {
  type AttemptSignatures,
  type DeliveryStatus,
  ENDED,
  type QueueName,
  type ResendAfter,
  type TransportError,
} from '../domain/delivery.ts';
import { KEPT_MS } from '../domain/event-bodies.ts';
import type { EventName } from '../domain/event-catalog.ts';

/** One HTTP try, as the merchant may see it. */
export type AttemptRecord = {
  attempt: number;
  attemptId: Id<'attempt'>;
  startedAt: Date;
  durationMs?: number;
  statusCode?: number;
  error?: TransportError;
  responseBody?: string;
  /** What its headers are made from; of one whose process died there is nothing. */
  signed?: AttemptSignatures;
};

export type DeliveryDocument = {
  _id: Id<'delivery'>;
  accountId: Id<'account'>;
  livemode: boolean;
  endpointId: Id<'endpoint'>;
  eventId: EventId;
  eventName: EventName;
  /** Empty the first time: a manual re-send is another delivery of the same event. */
  resendId: string;
  subjectId: string;
  origin: string;
  /** Of a transaction with a URL of its own. */
  url?: string;
  traceparent?: string;
  /**
   * The body, byte for byte the same at every attempt: of one that may be sent, and of one whose event does
   * not keep it.
   */
  payload?: string;
  /** Where its event keeps the body: the contract version that this one is under. */
  apiVersion?: string;
  status: DeliveryStatus;
  queue: QueueName;
  /** Since it was stored, or since its last re-send. */
  attempts: number;
  /**
   * When somebody has to look at it: the retry's time while PENDING, the lease's end while PROCESSING, else
   * absent.
   */
  dueAt?: Date;
  nextRetryAt?: Date;
  /** The attempt under way: its id is the token that its result must show. */
  running?: { attemptId: Id<'attempt'>; startedAt: Date };
  /** Of a PROCESSING one that is to be sent once more. */
  resendAfter?: ResendAfter;
  /** The last replay that sent it. */
  replayId?: Id<'replay'>;
  /** Absent once its body and log were given up. */
  attemptLog?: AttemptRecord[];
  lastStatusCode?: number;
  lastError?: TransportError;
  lastResponseBody?: string;
  deliveredAt?: Date;
  createdAt: Date;
  updatedAt: Date;
};

const required = true;
const attemptFields = {
  attempt: { type: Number, required },
  attemptId: { type: String, required },
  startedAt: { type: Date, required },
  durationMs: { type: Number },
  statusCode: { type: Number },
  error: { type: String },
  responseBody: { type: String },
  signed: { unixSeconds: Number, own: String, standard: String, traceparent: String },
};

const deliverySchema = new Schema<DeliveryDocument>(
  {
    _id: { type: String, required },
    accountId: { type: String, required },
    livemode: { type: Boolean, required },
    endpointId: { type: String, required },
    eventId: { type: String, required },
    eventName: { type: String, required },
    resendId: { type: String, default: '' },
    subjectId: { type: String, required },
    origin: { type: String, required },
    url: { type: String },
    traceparent: { type: String },
    payload: { type: String },
    apiVersion: { type: String },
    status: { type: String, required },
    queue: { type: String, required },
    attempts: { type: Number, required },
    dueAt: { type: Date },
    nextRetryAt: { type: Date },
    running: { attemptId: { type: String }, startedAt: { type: Date } },
    resendAfter: { type: String },
    replayId: { type: String },
    attemptLog: [new Schema(attemptFields, { _id: false, strict: 'throw' })],
    lastStatusCode: { type: Number },
    lastError: { type: String },
    lastResponseBody: { type: String },
    deliveredAt: { type: Date },
    createdAt: { type: Date, required },
    updatedAt: { type: Date, required },
  },
  { strict: 'throw', versionKey: false, collection: 'deliveries' },
);

/**
 * Lists by status, and the counts of each: the other filters are in it too, so that no delivery is read to be
 * counted.
 */
export const BY_STATUS = { accountId: 1, livemode: 1, status: 1, _id: -1, endpointId: 1, eventName: 1 } as const;

// One delivery of an event to an endpoint under a name, for ever: what makes a redelivered event harmless. By
// the charge first, though its event alone would do: ids of charges rise with time and those of events are
// anywhere, and new keys that lie side by side are written with few pages of the index, however large it has
// become.
export const ONCE = { subjectId: 1, eventId: 1, endpointId: 1, eventName: 1, resendId: 1 } as const;
deliverySchema.index(ONCE, { unique: true });
export const PENDING_OF_ENDPOINT = 'pending_of_endpoint';
// What waits, for anybody and for one endpoint. What is being sent is in neither, nor what has ended: both
// stay small, and most deliveries are never in them.
const WAITING = { partialFilterExpression: { status: 'PENDING' } };
deliverySchema.index(
  { queue: 1, dueAt: 1, _id: 1, endpointId: 1, status: 1, accountId: 1 },
  { name: 'pending_by_due', ...WAITING },
);
// By queue: what an endpoint has due in one is found beside a million that wait in the other. A look for what
// is due beside endpoints that are busy goes by it, too, from endpoint to endpoint, where that is less than
// all that the busy ones have due: MongoDB tries both, and again when one has become too long.
deliverySchema.index({ endpointId: 1, queue: 1, status: 1, dueAt: 1 }, { name: PENDING_OF_ENDPOINT, ...WAITING });
// What is under a lease, and nothing else: every replica looks each second for leases that have ended, beside
// a million that are due.
export const LEASED = 'leased';
deliverySchema.index({ dueAt: 1 }, { name: LEASED, partialFilterExpression: { status: 'PROCESSING' } });
// Since when those have stood still that have ended and have a log. What has lost it is in neither.
export const WITH_LOG = 'ended_with_log';
export const HAS_ENDED = { status: { $in: [...ENDED] }, attemptLog: { $exists: true } };
deliverySchema.index({ updatedAt: 1 }, { name: WITH_LOG, partialFilterExpression: HAS_ENDED });
// In test mode a delivery is gone once it has stood still for so long; one that may be sent is not.
deliverySchema.index(
  { updatedAt: 1 },
  {
    name: 'ended_in_test_mode',
    expireAfterSeconds: KEPT_MS / 1_000,
    partialFilterExpression: { livemode: false, status: { $in: [...ENDED] } },
  },
);
// The list, newest first, by each of its filters.
deliverySchema.index({ accountId: 1, livemode: 1, _id: -1 });
deliverySchema.index(BY_STATUS);
deliverySchema.index({ accountId: 1, livemode: 1, eventName: 1, _id: -1 });
// One key for both: by endpoint alone it is read name by name, side by side.
export const OF_ENDPOINT = { accountId: 1, livemode: 1, endpointId: 1, eventName: 1, _id: -1 } as const;
deliverySchema.index(OF_ENDPOINT);

export type DeliveryModel = ReturnType<typeof openModel>;
const openModel = (connection: Connection) => connection.model('Delivery', deliverySchema);

/**
 * Makes the indexes that are missing: of the model as it opens, and of `prepare` before any replica of a
 * version does.
 */
export async function makeDeliveryIndexes(connection: Connection): Promise<DeliveryModel> {
  const model = openModel(connection);
  await makeIndexesOf(model);
  return model;
}

import {
  DUE_INDEX,
  leasedWorkIndex,
  makeCustomerKeyIndexes,
  OUTBOX_INDEX,
  olderPayeeIndex,
  PAYEE_INDEX,
  UNFILED_INDEX,
} from '@gx/runtime/mongo';
import { type Connection, type Model, Schema } from 'mongoose';
import type { RefundDocument } from './refund-document.ts';

const COLLECTION = 'refunds';
/** A cashout under no key of its payee: that has a place for where it goes, full or empty. */
export const OF_OLDER_VERSION = { strategy: 'CASHOUT', destination: { $exists: true } } as const;
const nested = (fields: Record<string, unknown>) => new Schema(fields as never, { _id: false, strict: 'throw' });
const required = (type: unknown) => ({ type, required: true });

const encrypted = nested({ keyId: required(String), ciphertext: required(String) });
const byHand = nested({
  operator: required(String),
  proposedBy: String,
  note: required(String),
  at: required(Date),
});
const outboxRecord = nested({
  eventId: required(String),
  type: required(String),
  sequence: required(Number),
  key: required(String),
  headers: required(Schema.Types.Mixed),
  value: required(Buffer),
  at: required(Date),
});

/** A write to a field that is not here throws. */
const schema = new Schema<RefundDocument>(
  {
    _id: required(String),
    kind: required(String),
    accountId: required(String),
    livemode: required(Boolean),
    chargeId: String,
    surface: String,
    idempotencyKey: String,
    requestHash: String,
    amount: Number,
    payment: Number,
    currency: required(String),
    feeAmount: required(Number),
    feePayer: required(String),
    reason: String,
    bankProfileId: required(String),
    endToEndId: required(String),
    strategy: required(String),
    bankId: required(String),
    order: nested({ reference: required(String), method: required(String) }),
    destination: encrypted,
    destinationId: String,
    toOtherKey: Boolean,
    limits: nested({
      countPerDay: Number,
      sumPerDay: Number,
      sumPerDayBySalesMin: Number,
      newDestinationsPerDay: Number,
    }),
    body: encrypted,
    payee: nested({ keyId: required(String), secrets: required(String) }),
    traceparent: String,
    createdAt: required(Date),
    status: required(String),
    version: required(Number),
    sequence: required(Number),
    bankIds: required(Number),
    attempts: required(Number),
    acknowledged: required(Boolean),
    declines: required(Number),
    polls: required(Number),
    finalStatus: String,
    failureCode: String,
    returns: { type: [nested({ id: required(String), amount: required(Number) })], default: undefined },
    lostAt: Date,
    byHand,
    announced: nested({ sequence: required(Number), status: required(String), at: required(Date) }),
    cause: String,
    owner: String,
    dueAt: Date,
    claimedAt: Date,
    triggeredAt: Date,
    followUps: Number,
    due: Schema.Types.Mixed,
    outbox: [outboxRecord],
    unfiled: { type: [Schema.Types.Mixed], default: undefined },
  } as never,
  { collection: COLLECTION, versionKey: false, strict: 'throw', strictQuery: 'throw', minimize: false },
);

/** Every index and the question that it answers. */
const INDEXES: readonly { readonly keys: Record<string, 1 | -1>; readonly options: Record<string, unknown> }[] = [
  {
    keys: { accountId: 1, livemode: 1, idempotencyKey: 1 },
    options: { name: 'idempotency', unique: true, partialFilterExpression: { kind: 'REFUND' } },
  },
  {
    keys: { bankProfileId: 1, endToEndId: 1 },
    options: { name: 'return', unique: true, partialFilterExpression: { kind: 'RETURN' } },
  },
  { keys: { bankProfileId: 1, bankId: 1 }, options: { name: 'bank_id', unique: true } },
  { keys: { endToEndId: 1, bankProfileId: 1 }, options: { name: 'provider_callback' } },
  // What is ours of all that an acquirer shows as sent back of an order.
  {
    keys: { bankProfileId: 1, 'order.reference': 1 },
    options: { name: 'order', partialFilterExpression: { 'order.reference': { $exists: true } } },
  },
  { keys: { accountId: 1, livemode: 1, chargeId: 1, createdAt: -1, _id: -1 }, options: { name: 'list' } },
  leasedWorkIndex('bankProfileId'),
  // Whether a key was ever paid.
  {
    keys: { accountId: 1, livemode: 1, destinationId: 1, status: 1 },
    options: { name: 'destination', partialFilterExpression: { destinationId: { $exists: true } } },
  },
  // Whose events may be lost (`due.ts`). A refund leaves it a minute after its last event.
  DUE_INDEX,
  {
    keys: { createdAt: 1, _id: 1 },
    options: { name: 'failed_returns', partialFilterExpression: { kind: 'RETURN', status: 'FAILED' } },
  },
  PAYEE_INDEX,
  olderPayeeIndex(OF_OLDER_VERSION),
  OUTBOX_INDEX as never,
  UNFILED_INDEX,
];

export type RefundModel = Model<RefundDocument>;

/**
 * Makes the indexes that are missing: of the model as it opens, and of `prepare` before any replica of a
 * version does.
 */
export async function makeRefundIndexes(connection: Connection): Promise<void> {
  const indexes = INDEXES.map(({ keys, options }) => ({ key: keys, ...options }));
  await connection.collection(COLLECTION).createIndexes(indexes as never);
  await makeCustomerKeyIndexes(connection);
}

/** The model on a connection, with its indexes made. */
export async function refundModel(connection: Connection): Promise<RefundModel> {
  const model =
    (connection.models['Refund'] as RefundModel | undefined) ?? connection.model<RefundDocument>('Refund', schema);
  await makeRefundIndexes(connection);
  return model;
}

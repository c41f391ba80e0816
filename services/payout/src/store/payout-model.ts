import {
  DUE_INDEX,
  leasedWorkIndex,
  makeCustomerKeyIndexes,
  makeLimitIndexes,
  OUTBOX_INDEX,
  olderPayeeIndex,
  PAYEE_INDEX,
  UNFILED_INDEX,
} from '@gx/runtime/mongo';
import { type Connection, type Model, Schema } from 'mongoose';
import type { PayoutDocument } from './payout-document.ts';

const COLLECTION = 'payouts';
/** Stored under no key of its payee. */
export const OF_OLDER_VERSION = { 'recipient.keyId': { $exists: true } } as const;
const nested = (fields: Record<string, unknown>) => new Schema(fields as never, { _id: false, strict: 'throw' });
const required = (type: unknown) => ({ type, required: true });

const encrypted = nested({ keyId: required(String), ciphertext: required(String) });
const payee = nested({
  keyId: required(String),
  fields: [String],
  values: required(String),
  secrets: required(String),
});
const decision = nested({
  verdict: required(String),
  userId: required(String),
  at: required(Date),
  digest: required(String),
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
const schema = new Schema<PayoutDocument>(
  {
    _id: required(String),
    accountId: required(String),
    livemode: required(Boolean),
    idempotencyKey: required(String),
    requestHash: required(String),
    amount: required(Number),
    currency: required(String),
    fee: required(Number),
    providerFee: required(Number),
    shown: nested({ type: required(String), masked: required(String) }),
    destinationIdentity: required(String),
    destinationKind: required(String),
    description: String,
    metadataJson: String,
    scheduledFor: Date,
    allowDuplicate: required(Boolean),
    approvalRequired: required(Boolean),
    keyIssuerUserId: String,
    bankProfileId: required(String),
    bankId: required(String),
    recipient: encrypted,
    body: encrypted,
    payee,
    digest: required(String),
    traceparent: String,
    createdAt: required(Date),
    status: required(String),
    version: required(Number),
    sequence: required(Number),
    attempts: required(Number),
    acknowledged: required(Boolean),
    declines: required(Number),
    polls: required(Number),
    followUps: Number,
    owner: String,
    dueAt: Date,
    claimedAt: Date,
    triggeredAt: Date,
    decision,
    releasedAt: Date,
    night: String,
    finalStatus: String,
    failureCode: String,
    endToEndId: String,
    paidAt: Date,
    returns: [nested({ id: required(String), amount: required(Number) })],
    lostAt: Date,
    cause: String,
    due: Schema.Types.Mixed,
    outbox: [outboxRecord],
    unfiled: { type: [Schema.Types.Mixed], default: undefined },
  } as never,
  { collection: COLLECTION, versionKey: false, strict: 'throw', strictQuery: 'throw', minimize: false },
);

/** Every index and the question that it answers. */
const INDEXES: readonly { readonly keys: Record<string, 1 | -1>; readonly options: Record<string, unknown> }[] = [
  { keys: { accountId: 1, livemode: 1, idempotencyKey: 1 }, options: { name: 'idempotency', unique: true } },
  { keys: { bankProfileId: 1, bankId: 1 }, options: { name: 'bank_id', unique: true } },
  { keys: { accountId: 1, livemode: 1, createdAt: -1, _id: -1 }, options: { name: 'list' } },
  { keys: { accountId: 1, livemode: 1, status: 1, createdAt: -1, _id: -1 }, options: { name: 'list_by_status' } },
  // When something first arrived at a destination.
  {
    keys: { accountId: 1, livemode: 1, destinationIdentity: 1, paidAt: 1 },
    options: { name: 'destination', partialFilterExpression: { status: 'PAID' } },
  },
  // What was let go to a bank in a window, for the comparison with its books.
  {
    keys: { bankProfileId: 1, releasedAt: 1, _id: 1 },
    options: { name: 'released', partialFilterExpression: { releasedAt: { $type: 'date' } } },
  },
  PAYEE_INDEX,
  olderPayeeIndex(OF_OLDER_VERSION),
  leasedWorkIndex('bankProfileId'),
  DUE_INDEX,
  OUTBOX_INDEX as never,
  UNFILED_INDEX,
];

export type PayoutModel = Model<PayoutDocument>;

/**
 * Makes the indexes that are missing: of the model as it opens, and of `prepare` before any replica of a
 * version does.
 */
export async function makePayoutIndexes(connection: Connection): Promise<void> {
  const indexes = INDEXES.map(({ keys, options }) => ({ key: keys, ...options }));
  await connection.collection(COLLECTION).createIndexes(indexes as never);
  await makeLimitIndexes(connection);
  await makeCustomerKeyIndexes(connection);
}

/** The model on a connection, with its indexes made. */
export async function payoutModel(connection: Connection): Promise<PayoutModel> {
  const model =
    (connection.models['Payout'] as PayoutModel | undefined) ?? connection.model<PayoutDocument>('Payout', schema);
  await makePayoutIndexes(connection);
  return model;
}

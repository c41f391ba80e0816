import { OUTBOX_INDEX } from '@gx/runtime/mongo';
import { type Connection, type Model, Schema } from 'mongoose';
import type { ChargeDocument } from './charge-document.ts';
import { CHARGE_FIELDS, STORE_FIELDS } from './charge-fields.ts';

const COLLECTION = 'charges';
/** A write to a field that is not here throws. */
const schema = new Schema<ChargeDocument>({ ...STORE_FIELDS, ...CHARGE_FIELDS } as never, {
  ...{ collection: COLLECTION, versionKey: false, minimize: false },
  ...{ strict: 'throw', strictQuery: 'throw' },
});

/** From the moment a charge is presented: before, and if the bank declines it, no list shows it. */
const LISTED = { listed: true } as const;
/** Every index and the question that it answers. */
const INDEXES: readonly { readonly keys: Record<string, 1 | -1>; readonly options: Record<string, unknown> }[] = [
  { keys: { accountId: 1, livemode: 1, idempotencyKey: 1 }, options: { name: 'idempotency', unique: true } },
  { keys: { bankProfileId: 1, txid: 1 }, options: { name: 'txid', unique: true } },
  // The other options of a charge, of which few have any: by the names that they have at their providers, and
  // those that somebody has to open or to close.
  {
    keys: { bankProfileId: 1, 'paymentOptions.txid': 1 },
    options: {
      name: 'paymentOptions',
      unique: true,
      partialFilterExpression: { 'paymentOptions.txid': { $exists: true } },
    },
  },
  {
    keys: { bankProfileId: 1, optionsAt: 1 },
    options: { name: 'payment_options_due', partialFilterExpression: { optionsAt: { $gt: new Date(0) } } },
  },
  {
    keys: { bankProfileId: 1, 'payments.endToEndId': 1 },
    options: { name: 'payment', unique: true, partialFilterExpression: { 'payments.endToEndId': { $exists: true } } },
  },
  // What a day brought by the bank's time, to be held against the bank's own books.
  {
    keys: { bankProfileId: 1, 'payments.paidAt': 1 },
    options: { name: 'settled', partialFilterExpression: { 'payments.endToEndId': { $exists: true } } },
  },
  // Lists, in each of their orders. `listed` is a key and what follows the order is there too: pages and
  // totals are read from the index alone.
  {
    keys: { accountId: 1, livemode: 1, listed: 1, createdAt: -1, _id: -1, amount: 1 },
    options: { name: 'page', partialFilterExpression: LISTED },
  },
  // Of all charges: one that is still being created counts for the limit of its account.
  {
    keys: { accountId: 1, livemode: 1, listed: 1, status: 1, createdAt: 1, _id: 1, amount: 1 },
    options: { name: 'status' },
  },
  {
    keys: { accountId: 1, livemode: 1, listed: 1, status: 1, _id: 1, createdAt: 1 },
    options: { name: 'page_by_status', partialFilterExpression: LISTED },
  },
  {
    keys: { accountId: 1, livemode: 1, listed: 1, amount: 1, _id: 1, createdAt: 1 },
    options: { name: 'page_amount', partialFilterExpression: LISTED },
  },
  {
    keys: { accountId: 1, livemode: 1, listed: 1, status: 1, amount: 1, _id: 1, createdAt: 1 },
    options: { name: 'page_amount_status', partialFilterExpression: LISTED },
  },
  {
    keys: { accountId: 1, livemode: 1, 'customer.document': 1, createdAt: -1, _id: -1 },
    options: {
      name: 'list_document',
      partialFilterExpression: { ...LISTED, 'customer.document': { $exists: true } },
    },
  },
  // The first key is the same in all of it: it lets the banks that wait be read from the index alone.
  {
    keys: { status: 1, bankProfileId: 1, nextPollAt: 1, insertedAt: 1 },
    options: { name: 'creations_of_bank', partialFilterExpression: { status: 'PENDING' } },
  },
  { keys: { emittedAt: 1 }, options: { name: 'awaiting_posting', partialFilterExpression: { awaitingPosting: true } } },
  { keys: { closedAt: 1 }, options: { name: 'looks', partialFilterExpression: { rechecksLeft: { $gt: 0 } } } },
  // Few charges have money that went back: those whose order refund has not acknowledged.
  {
    keys: { unacknowledgedReturns: 1, returnsPublishedAt: 1 },
    options: { name: 'returns_unacknowledged', partialFilterExpression: { 'payments.decision': 'returned' } },
  },
  {
    keys: { bankProfileId: 1, 'pix.expiresAt': 1 },
    options: {
      name: 'expiries',
      partialFilterExpression: { status: 'WAITING_PAYMENT', awaitingPosting: false, closing: null },
    },
  },
  {
    keys: { bankProfileId: 1, closeAt: 1 },
    options: { name: 'closings', partialFilterExpression: { closeAt: { $gt: new Date(0) } } },
  },
  {
    keys: { held: 1, bankProfileId: 1, reviewAt: 1 },
    options: { name: 'reviews_of_bank', partialFilterExpression: { held: true } },
  },
  { keys: { heldSince: 1, _id: 1 }, options: { name: 'reviews', partialFilterExpression: { held: true } } },
  // Whose money of which hours: statistics are counted by hours of payment. One key for each charge that is
  // paid, none for the others.
  {
    keys: { accountId: 1, livemode: 1, 'settlement.paidAt': 1 },
    options: { name: 'paid', partialFilterExpression: { 'settlement.paidAt': { $exists: true } } },
  },
  // What the ledger may not have booked: held money and disputes. A charge leaves it a minute later, most
  // never enter it.
  {
    keys: { unpostedSince: 1 },
    options: { name: 'unposted', partialFilterExpression: { unpostedSince: { $gt: new Date(0) } } },
  },
  OUTBOX_INDEX as never,
];

export type ChargeModel = Model<ChargeDocument>;

/**
 * Makes the indexes that are missing: of the model as it opens, and of `prepare` before any replica of a
 * version does.
 */
export async function makeChargeIndexes(connection: Connection): Promise<void> {
  const indexes = INDEXES.map(({ keys, options }) => ({ key: keys, ...options }));
  await connection.collection(COLLECTION).createIndexes(indexes as never);
}

/** The model on a connection, with its indexes made. */
export async function chargeModel(connection: Connection): Promise<ChargeModel> {
  const model =
    (connection.models['Charge'] as ChargeModel | undefined) ?? connection.model<ChargeDocument>('Charge', schema);
  await makeChargeIndexes(connection);
  return model;
}

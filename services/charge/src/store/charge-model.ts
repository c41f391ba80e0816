import { DUE_INDEX, OUTBOX_INDEX, UNFILED_INDEX } from '@gx/runtime/mongo';
import { type Connection, type Model, Schema } from 'mongoose';
import type { ChargeDocument } from './charge-document.ts';

const COLLECTION = 'charges';
/** `ChargeDocument` says what a charge holds; almost every write is the driver's, which no schema sees. */
const schema = new Schema<ChargeDocument>({ _id: String } as never, {
  collection: COLLECTION,
  versionKey: false,
  minimize: false,
  strict: false,
  strictQuery: false,
});

/** From the moment a charge is presented: before, and if the bank declines it, no list shows it. */
const LISTED = { listed: true } as const;
/** Where a test charge holds what its payer needs, and the index of those that still do, by their age. */
export const CODES_IN_TEST_MODE = [
  { name: 'pix_code_in_test_mode', path: 'paymentOptions.pix.brCode', inEach: 'paymentOptions.$[].pix.brCode' },
  {
    name: 'order_code_in_test_mode',
    path: 'paymentOptions.order.instructions',
    inEach: 'paymentOptions.$[].order.instructions',
  },
] as const;
/** Every index and the question that it answers. */
const INDEXES: readonly { readonly keys: Record<string, 1 | -1>; readonly options: Record<string, unknown> }[] = [
  { keys: { accountId: 1, livemode: 1, idempotencyKey: 1 }, options: { name: 'idempotency', unique: true } },
  // By the names that its options have at their providers.
  { keys: { bankProfileId: 1, 'paymentOptions.txid': 1 }, options: { name: 'txid', unique: true } },
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
  {
    keys: { accountId: 1, livemode: 1, 'personalData.keyId': 1, createdAt: -1, _id: -1 },
    options: {
      name: 'list_customer',
      partialFilterExpression: { 'personalData.keyId': { $exists: true } },
    },
  },
  // What a person paid, to be exported and erased.
  {
    keys: { accountId: 1, livemode: 1, 'paidBy.keyId': 1, _id: 1 },
    options: { name: 'payer_key', partialFilterExpression: { 'paidBy.keyId': { $exists: true } } },
  },
  // Charges of versions that kept customers in the clear: such are not erased.
  {
    keys: { 'customer.document': 1 },
    options: { name: 'clear_document', partialFilterExpression: { 'customer.document': { $exists: true } } },
  },
  {
    keys: { expectedPayerTaxId: 1 },
    options: { name: 'clear_lock', partialFilterExpression: { expectedPayerTaxId: { $gt: '' } } },
  },
  // Whose money of which hours: statistics are counted by hours of payment. One key for each charge that is
  // paid, none for the others.
  {
    keys: { accountId: 1, livemode: 1, 'settlement.paidAt': 1 },
    options: { name: 'paid', partialFilterExpression: { 'settlement.paidAt': { $exists: true } } },
  },
  ...CODES_IN_TEST_MODE.map(({ name, path }) => ({
    keys: { createdAt: 1 } as const,
    options: { name, partialFilterExpression: { livemode: false, [path]: { $exists: true } } },
  })),
  // What is to be done about a charge, whatever it is (`due.ts`).
  DUE_INDEX,
  OUTBOX_INDEX as never,
  UNFILED_INDEX,
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

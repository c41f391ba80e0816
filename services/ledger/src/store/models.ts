import { makeIndexesOf, OUTBOX_INDEX, type OutboxRecord } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import type { JournalEntry } from '../domain/entry.ts';
import type { Hold } from '../domain/hold.ts';
import type { Tranche } from '../domain/tranche.ts';
import type { Wallet } from '../domain/wallet.ts';

/** As the domain has it: its name is the index that every collection has. */
type Stored<T, Name extends keyof T> = Omit<T, Name> & { readonly _id: T[Name] };

/** Immutable but for `outbox`, which its event leaves once it is published, and a `listing` that comes late. */
export type EntryDocument = Stored<JournalEntry, 'reference'> & { readonly outbox?: readonly OutboxRecord[] };
export type TrancheDocument = Stored<Tranche, 'chargeId'>;
export type HoldDocument = Stored<Hold, 'reference'>;
export type WalletDocument = Wallet & { readonly _id?: unknown };

const TEXT = { type: String, required: true } as const;
const WHOLE = { type: Number, required: true } as const;
const WALLET_KEY = { accountId: TEXT, livemode: { type: Boolean, required: true }, currency: TEXT } as const;
const STRICT = { strict: 'throw', versionKey: false, minimize: false } as const;

const returnSchema = new Schema({ returnId: TEXT, amount: WHOLE, bankProfileId: TEXT }, { _id: false });
const moveSchema = new Schema(
  { chargeId: TEXT, amount: WHOLE, releaseAt: { type: Date, required: true } },
  { _id: false },
);
const listingSchema = new Schema(
  { at: { type: Date, required: true }, available: WHOLE, pending: WHOLE, retained: WHOLE, types: [String] },
  { _id: false },
);
const entrySchema = new Schema<EntryDocument>(
  {
    _id: TEXT,
    ...WALLET_KEY,
    seq: WHOLE,
    chargeId: { type: String, default: null },
    endToEndId: { type: String, default: null },
    postings: { type: [new Schema({ address: TEXT, amount: WHOLE }, { _id: false })], required: true },
    bankProfileId: String,
    tranches: { type: [moveSchema], default: undefined },
    releaseAt: { type: Date, default: null },
    at: { type: Date, required: true },
    hash: TEXT,
    refundId: String,
    listing: listingSchema,
    outbox: { type: [Schema.Types.Mixed], default: undefined },
  },
  { ...STRICT, collection: 'journal_entries' },
);
// One place in the chain, one entry: whatever else fails, a chain cannot fork.
entrySchema.index({ accountId: 1, livemode: 1, currency: 1, seq: 1 }, { unique: true, name: 'wallet_seq' });
entrySchema.index(OUTBOX_INDEX.keys, OUTBOX_INDEX.options);

// What was posted since a moment: the sums of all addresses are kept up to one, and counted from there.
entrySchema.index({ at: 1 }, { name: 'at' });
// What bank returns took out of the tranche of a charge: few entries take any.
entrySchema.index(
  { 'tranches.chargeId': 1 },
  { name: 'tranche_moves', partialFilterExpression: { 'tranches.chargeId': { $exists: true } } },
);

// The list of a wallet: where a moment is in its chain, and what has a type. The unique index goes by place.
entrySchema.index(
  { accountId: 1, livemode: 1, currency: 1, 'listing.at': 1, seq: 1 },
  { name: 'listed_at', partialFilterExpression: { 'listing.at': { $exists: true } } },
);
entrySchema.index(
  { accountId: 1, livemode: 1, currency: 1, 'listing.types': 1, seq: 1 },
  { name: 'listed_types', partialFilterExpression: { 'listing.types': { $exists: true } } },
);
// What a bank took back, by its row among the refunds: few entries name one.
entrySchema.index({ refundId: 1 }, { name: 'refund_row', partialFilterExpression: { refundId: { $exists: true } } });

const BALANCES = { available: WHOLE, pending: WHOLE, retained: WHOLE, receivable: WHOLE } as const;
const listedSchema = new Schema({ seq: WHOLE, at: { type: Date, required: true } }, { _id: false });
const walletSchema = new Schema<WalletDocument>(
  { ...WALLET_KEY, ...BALANCES, seq: WHOLE, head: TEXT, listed: listedSchema },
  { ...STRICT, collection: 'wallets' },
);
walletSchema.index({ accountId: 1, livemode: 1, currency: 1 }, { unique: true, name: 'wallet' });

const trancheSchema = new Schema<TrancheDocument>(
  { _id: TEXT, ...WALLET_KEY, amount: WHOLE, releaseAt: { type: Date, required: true } },
  { ...STRICT, collection: 'tranches' },
);
trancheSchema.index({ releaseAt: 1 }, { name: 'due' });
trancheSchema.index({ accountId: 1, livemode: 1, currency: 1, releaseAt: 1, _id: 1 }, { name: 'next_of_wallet' });

const termsSchema = new Schema(
  {
    amount: WHOLE,
    fee: WHOLE,
    feePayer: TEXT,
    chargeId: { type: String, default: null },
    bankProfileId: String,
    creditMax: Number,
    providerFee: Number,
  },
  { _id: false },
);
const bankDebitSchema = new Schema({ available: WHOLE, tranches: [moveSchema], receivable: WHOLE }, { _id: false });
const paidPartSchema = new Schema(
  { devolutionId: TEXT, endToEndId: TEXT, amount: WHOLE, fromHold: WHOLE },
  { _id: false },
);
const holdSchema = new Schema<HoldDocument>(
  {
    _id: TEXT,
    ...WALLET_KEY,
    state: TEXT,
    held: WHOLE,
    terms: { type: termsSchema, default: null },
    lent: Number,
    endToEndId: String,
    taken: bankDebitSchema,
    back: bankDebitSchema,
    rest: bankDebitSchema,
    refundId: String,
    returns: { type: [returnSchema], default: undefined },
    paid: { type: [paidPartSchema], default: undefined },
    released: Number,
  },
  { ...STRICT, collection: 'holds' },
);
holdSchema.index({ accountId: 1, livemode: 1, currency: 1, _id: 1 }, { name: 'of_wallet' });
// What a wallet calls retained, without reading every hold that ever ended.
holdSchema.index(
  { accountId: 1, livemode: 1, currency: 1 },
  { name: 'held_of_wallet', partialFilterExpression: { state: 'HELD' } },
);

// What was lent for a charge: few refunds are short.
holdSchema.index({ 'terms.chargeId': 1 }, { name: 'lent', partialFilterExpression: { lent: { $gt: 0 } } });

/** The ledger's four collections on one connection. */
export function ledgerModels(connection: Connection) {
  return {
    connection,
    entries: connection.model<EntryDocument>('JournalEntry', entrySchema),
    wallets: connection.model<WalletDocument>('Wallet', walletSchema),
    tranches: connection.model<TrancheDocument>('Tranche', trancheSchema),
    holds: connection.model<HoldDocument>('Hold', holdSchema),
  };
}
export type LedgerModels = ReturnType<typeof ledgerModels>;

/** Makes collections and indexes before the first write: a transaction should create neither. */
export async function prepareCollections({ entries, wallets, tranches, holds }: LedgerModels): Promise<void> {
  for (const model of [entries, wallets, tranches, holds]) await makeIndexesOf(model);
}

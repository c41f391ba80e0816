import type { EncodedEvent } from '@gx/contracts';
import { makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, type mongo, Schema } from 'mongoose';

/** An entry as it is stored: immutable but for `unpublished`, which goes when the event is out. */
export type EntryDocument = {
  /** The reference: the index that makes an entry unique is the one that every collection has. */
  readonly _id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly currency: string;
  readonly seq: number;
  readonly chargeId: string | null;
  readonly endToEndId: string | null;
  readonly postings: readonly { readonly address: string; readonly amount: number }[];
  readonly releaseAt: Date | null;
  readonly at: Date;
  readonly hash: string;
  readonly unpublished?: UnpublishedEvent;
};
/** The encoded event as it waits; the driver reads bytes back as its own type. */
export type UnpublishedEvent = Omit<EncodedEvent, 'value'> & { readonly value: Buffer | mongo.Binary };

export type WalletDocument = {
  readonly accountId: string;
  readonly livemode: boolean;
  readonly currency: string;
  readonly available: number;
  readonly pending: number;
  readonly retained: number;
  readonly receivable?: number;
  readonly seq: number;
  readonly head: string;
};

export type TrancheDocument = {
  /** The charge whose credit is held. */
  readonly _id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly currency: string;
  readonly amount: number;
  readonly releaseAt: Date;
};

export type HoldDocument = {
  /** The reference. */
  readonly _id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  readonly currency: string;
  readonly state: string;
  readonly held: number;
  /** Null for a reference that was voided before it was placed. */
  readonly terms: {
    readonly amount: number;
    readonly fee: number;
    readonly feePayer: string;
    readonly chargeId: string | null;
  } | null;
};

const TEXT = { type: String, required: true } as const;
const WHOLE = { type: Number, required: true } as const;
const WALLET_KEY = { accountId: TEXT, livemode: { type: Boolean, required: true }, currency: TEXT } as const;
const STRICT = { strict: 'throw', versionKey: false, minimize: false } as const;

const entrySchema = new Schema<EntryDocument>(
  {
    _id: TEXT,
    ...WALLET_KEY,
    seq: WHOLE,
    chargeId: { type: String, default: null },
    endToEndId: { type: String, default: null },
    postings: { type: [new Schema({ address: TEXT, amount: WHOLE }, { _id: false })], required: true },
    releaseAt: { type: Date, default: null },
    at: { type: Date, required: true },
    hash: TEXT,
    unpublished: { type: Schema.Types.Mixed },
  },
  { ...STRICT, collection: 'journal_entries' },
);
// One place in the chain, one entry: whatever else fails, a chain cannot fork.
entrySchema.index({ accountId: 1, livemode: 1, currency: 1, seq: 1 }, { unique: true, name: 'wallet_seq' });
entrySchema.index(
  { at: 1, seq: 1 },
  { name: 'unpublished', partialFilterExpression: { unpublished: { $exists: true } } },
);

const walletSchema = new Schema<WalletDocument>(
  { ...WALLET_KEY, available: WHOLE, pending: WHOLE, retained: WHOLE, receivable: Number, seq: WHOLE, head: TEXT },
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
  { amount: WHOLE, fee: WHOLE, feePayer: TEXT, chargeId: { type: String, default: null } },
  { _id: false },
);
const holdSchema = new Schema<HoldDocument>(
  { _id: TEXT, ...WALLET_KEY, state: TEXT, held: WHOLE, terms: { type: termsSchema, default: null } },
  { ...STRICT, collection: 'holds' },
);
holdSchema.index({ accountId: 1, livemode: 1, currency: 1, _id: 1 }, { name: 'of_wallet' });
// What a wallet calls retained, without reading every hold that ever ended.
holdSchema.index(
  { accountId: 1, livemode: 1, currency: 1 },
  { name: 'held_of_wallet', partialFilterExpression: { state: 'HELD' } },
);

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

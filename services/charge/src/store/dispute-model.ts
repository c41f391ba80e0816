import type { Cents, Id } from '@gx/core';
import { DUE_INDEX, type DueTimes } from '@gx/runtime/mongo';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Dispute, PublicDisputeStatus } from '../domain/dispute.ts';

/**
 * A dispute beside its charge, which is where it is decided about: a copy that lists and work can be read
 * from, written in the same transaction.
 */
export type DisputeDocument = {
  _id: Id<'dispute'>;
  accountId: Id<'account'>;
  livemode: boolean;
  chargeId: Id<'charge'>;
  bankProfileId: string;
  currency: string;
  amount: Cents;
  status: PublicDisputeStatus;
  createdAt: Date;
  /** As the charge has it. */
  dispute: Dispute;
  /** What is to be done about it, see `dispute-due.ts`. */
  due?: DueTimes;
  /** How often the bank was called with the answer that is due. */
  attempts?: number;
};
export type DisputeModel = Model<DisputeDocument>;

export const DISPUTES_COLLECTION = 'disputes';
const schema = new Schema<DisputeDocument>({ _id: String } as never, {
  collection: DISPUTES_COLLECTION,
  versionKey: false,
  minimize: false,
  strict: false,
  strictQuery: false,
});

const MINE = { accountId: 1, livemode: 1 } as const;
const NEWEST = { createdAt: -1, _id: -1 } as const;

/** Makes the indexes that are missing. */
export async function makeDisputeIndexes(connection: Connection): Promise<void> {
  await connection.collection(DISPUTES_COLLECTION).createIndexes([
    { key: { ...MINE, ...NEWEST }, name: 'page' },
    { key: { ...MINE, status: 1, ...NEWEST }, name: 'page_by_status' },
    { key: { ...MINE, chargeId: 1, ...NEWEST }, name: 'page_by_charge' },
    // What a bank shows, against what is known of it.
    { key: { bankProfileId: 1, 'dispute.providerId': 1 }, name: 'provider' },
    // What operators see: those that are open, and those that wait for one of them.
    {
      key: { 'dispute.evidenceDueBy': 1 },
      name: 'open',
      partialFilterExpression: { 'dispute.status': 'open' },
    },
    {
      key: { 'dispute.answer.at': 1 },
      name: 'with_operator',
      partialFilterExpression: { 'dispute.answer.state': 'with_operator' },
    },
    { key: DUE_INDEX.keys, ...DUE_INDEX.options },
  ]);
}

/** The model on a connection, with its indexes made. */
export async function disputeModel(connection: Connection): Promise<DisputeModel> {
  const model =
    (connection.models['Dispute'] as DisputeModel | undefined) ?? connection.model<DisputeDocument>('Dispute', schema);
  await makeDisputeIndexes(connection);
  return model;
}

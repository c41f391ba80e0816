import { makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import { AUDIT_CHAIN, AUDIT_EVENT_FIELDS, type AuditEventDocument } from './audit-events.ts';

export type FormerAuditStore = Awaited<ReturnType<typeof formerAuditStore>>;

const schema = new Schema<AuditEventDocument>(AUDIT_EVENT_FIELDS, {
  strict: 'throw',
  versionKey: false,
  collection: 'audit_events',
});
schema.index({ accountId: 1, at: -1, _id: -1 });
schema.index({ accountId: 1, fingerprint: 1, at: -1 });
schema.index({ accountId: 1, 'successor.fingerprint': 1, at: -1 }, { sparse: true });

const BESIDE_CHAIN = {
  from: AUDIT_CHAIN,
  localField: '_id',
  foreignField: '_id',
  pipeline: [{ $project: { _id: 1 } }],
  as: 'inChain',
};

/**
 * Audit events without a chain, as the version before keeps and reads them. While both versions run each has
 * all events of the other; a version after this one leaves the collection alone.
 */
export async function formerAuditStore(connection: Connection) {
  const model = connection.model<AuditEventDocument>('FormerAuditEvent', schema);
  await makeIndexesOf(model);
  const events = connection.collection<AuditEventDocument>(model.collection.name);
  return {
    /** Keeps each event once, however often it is filed. */
    async file(documents: readonly AuditEventDocument[]): Promise<void> {
      await events.bulkWrite(
        documents.map(({ _id, ...event }) => ({
          updateOne: { filter: { _id }, update: { $setOnInsert: event }, upsert: true },
        })),
        { ordered: false },
      );
    },

    count: (): Promise<number> => events.estimatedDocumentCount(),

    /** Those that are not in the chain, in the order in which they were made. */
    unchained: (): AsyncIterable<AuditEventDocument> =>
      events.aggregate<AuditEventDocument>([
        { $sort: { _id: 1 } },
        { $lookup: BESIDE_CHAIN },
        { $match: { inChain: [] } },
        { $unset: 'inChain' },
      ]),
  };
}

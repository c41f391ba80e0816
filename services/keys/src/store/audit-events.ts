import type { Id } from '@gx/core';
import { makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import type { AuditEvent } from '../domain/audit.ts';
import { logPages } from './log-pages.ts';

export type AuditEventDocument = Omit<AuditEvent, 'id'> & { _id: Id<'audit'> };
export type AuditStore = Awaited<ReturnType<typeof auditStore>>;

export const AUDIT_EVENT_FIELDS = {
  _id: { type: String, required: true },
  accountId: { type: String, required: true },
  livemode: { type: Boolean, required: true },
  action: { type: String, required: true },
  actorId: { type: String, required: true },
  operator: { type: String },
  reason: { type: String },
  keyId: { type: String },
  fingerprint: { type: String },
  successor: {
    type: new Schema(
      { keyId: { type: String, required: true }, fingerprint: { type: String, required: true } },
      { _id: false, strict: 'throw' },
    ),
  },
  userId: { type: String },
  changes: {
    type: [
      new Schema(
        { field: { type: String, required: true }, before: { type: String }, after: { type: String } },
        { _id: false, strict: 'throw' },
      ),
    ],
    default: undefined,
  },
  at: { type: Date, required: true },
} as const;

const schema = new Schema<AuditEventDocument>(AUDIT_EVENT_FIELDS, {
  strict: 'throw',
  versionKey: false,
  collection: 'audit_events',
});
schema.index({ accountId: 1, at: -1, _id: -1 });
schema.index({ accountId: 1, fingerprint: 1, at: -1 });
schema.index({ accountId: 1, 'successor.fingerprint': 1, at: -1 }, { sparse: true });

export const auditEventDocument = ({ id, ...event }: AuditEvent): AuditEventDocument => ({ _id: id, ...event });

/** What was done to keys, users and accounts, for ever: inserted, never changed. */
export async function auditStore(connection: Connection) {
  const events = connection.model<AuditEventDocument>('AuditEvent', schema);
  await makeIndexesOf(events);
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
    /** A fingerprint finds what was done to the key and what made it. */
    page: logPages(events, {
      entity: 'audit',
      conditionsOf: ({ fingerprint }) =>
        fingerprint === undefined ? [] : [{ $or: [{ fingerprint }, { 'successor.fingerprint': fingerprint }] }],
    }),
  };
}

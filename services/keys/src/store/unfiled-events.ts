import type { Id } from '@gx/core';
import { type Collection, Schema } from 'mongoose';
import type { AuditEvent } from '../domain/audit.ts';
import { AUDIT_EVENT_FIELDS, type AuditEventDocument, auditEventDocument } from './audit-events.ts';

/**
 * Audit events in the document of what they record, written with the change, until the filing job has copied
 * them to their own collection.
 */
export type AuditedDocument = { unfiled: AuditEventDocument[] };
export type UnfiledEvents = ReturnType<typeof unfiledEvents>;

export const UNFILED = [new Schema(AUDIT_EVENT_FIELDS, { strict: 'throw' })];
export const UNFILED_INDEX = [
  { 'unfiled._id': 1 },
  { partialFilterExpression: { 'unfiled._id': { $exists: true } } },
] as const;

/** What a write adds to its document for the events that record it. */
export const unfiled = (...events: readonly AuditEvent[]) => ({ unfiled: { $each: events.map(auditEventDocument) } });

export function unfiledEvents(documents: Pick<Collection, 'find' | 'updateMany'>) {
  return {
    /** Audit events of these documents that are not in their own collection yet. */
    async unfiled(limit: number): Promise<AuditEventDocument[]> {
      const waiting = { 'unfiled._id': { $exists: true } };
      const found = await documents
        .find(waiting, { projection: { unfiled: 1 } })
        .limit(limit)
        .toArray();
      return found.flatMap((document) => (document as unknown as AuditedDocument).unfiled);
    },

    async markFiled(ids: readonly Id<'audit'>[]): Promise<void> {
      const these = { $in: [...ids] };
      await documents.updateMany({ 'unfiled._id': these }, { $pull: { unfiled: { _id: these } } } as never);
    },
  };
}

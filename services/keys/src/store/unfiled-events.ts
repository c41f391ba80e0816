import { Schema } from 'mongoose';
import type { AuditEvent } from '../domain/audit.ts';
import { AUDIT_EVENT_FIELDS, type AuditEventDocument, auditEventDocument } from './audit-events.ts';

export type { UnfiledEvents } from '@gx/runtime/mongo';

/**
 * Audit events in the document of what they record, written with the change, until the filing job has copied
 * them to their own collection.
 */
export type AuditedDocument = { unfiled: AuditEventDocument[] };

export const UNFILED = [new Schema(AUDIT_EVENT_FIELDS, { strict: 'throw' })];

/** What a write adds to its document for the events that record it. */
export const unfiled = (...events: readonly AuditEvent[]) => ({ unfiled: { $each: events.map(auditEventDocument) } });

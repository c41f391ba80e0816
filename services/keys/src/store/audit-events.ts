import type { Id } from '@gx/core';
import { isDuplicateKey, makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import type { AuditEvent } from '../domain/audit.ts';
import {
  type AuditHead,
  BrokenHeadError,
  type ChainedEvent,
  chained,
  isUnchanged,
  NO_EVENTS,
} from '../domain/audit-chain.ts';
import { type LogPage, type LogQuery, type LogScope, logPages } from './log-pages.ts';

export type AuditEventDocument = Omit<AuditEvent, 'id'> & { _id: Id<'audit'> };
/**
 * An event in the chain. Its time is a number: by a date an index with a time to live would have the database
 * delete events, and who may insert may make indexes.
 */
type ChainedDocument = ChainedEvent<Omit<AuditEventDocument, 'at'> & { readonly at: number }>;
export type AuditStore = Awaited<ReturnType<typeof auditStore>>;

const EVENT_FIELDS = {
  _id: { type: String, required: true },
  accountId: { type: String, required: true },
  livemode: { type: Boolean, required: true },
  action: { type: String, required: true },
  actorId: { type: String, required: true },
  operator: { type: String },
  proposedBy: { type: String },
  clientAddress: { type: String },
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
  objectId: { type: String },
  changes: {
    type: [
      new Schema(
        { field: { type: String, required: true }, before: { type: String }, after: { type: String } },
        { _id: false, strict: 'throw' },
      ),
    ],
    default: undefined,
  },
} as const;
export const AUDIT_EVENT_FIELDS = { ...EVENT_FIELDS, at: { type: Date, required: true } } as const;

export const AUDIT_CHAIN = 'audit_chain';
const schema = new Schema<ChainedDocument>(
  {
    ...EVENT_FIELDS,
    at: { type: Number, required: true },
    seq: { type: Number, required: true },
    previousHash: { type: String, required: true },
    hash: { type: String, required: true },
  },
  { strict: 'throw', versionKey: false, collection: AUDIT_CHAIN },
);
schema.index({ seq: 1 }, { unique: true });
schema.index({ accountId: 1, at: -1, _id: -1 });
schema.index({ accountId: 1, fingerprint: 1, at: -1 });
schema.index({ accountId: 1, 'successor.fingerprint': 1, at: -1 }, { sparse: true });

export const auditEventDocument = ({ id, ...event }: AuditEvent): AuditEventDocument => ({ _id: id, ...event });

/** What was done, in whichever service, for ever, as one chain: inserted, never changed. */
export async function auditStore(connection: Connection) {
  const model = connection.model<ChainedDocument>('AuditEvent', schema);
  await makeIndexesOf(model);
  // An event of a later version keeps the fields that this one does not know.
  const events = connection.collection<ChainedDocument>(AUDIT_CHAIN);
  const pages = logPages(model, {
    entity: 'audit',
    stored: (at) => at.getTime(),
    conditionsOf: ({ fingerprint }: LogQuery) =>
      fingerprint === undefined ? [] : [{ $or: [{ fingerprint }, { 'successor.fingerprint': fingerprint }] }],
  });

  async function head(): Promise<AuditHead> {
    const last = await events.findOne({}, { sort: { seq: -1 } });
    if (last === null) return NO_EVENTS;
    if (!isUnchanged(last)) throw new BrokenHeadError(last);
    return { seq: last.seq, hash: last.hash };
  }
  async function unchained(documents: readonly AuditEventDocument[]): Promise<AuditEventDocument[]> {
    const these = { _id: { $in: documents.map(({ _id }) => _id) } };
    const there = new Set((await events.find(these, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id));
    return documents.filter(({ _id }) => !there.has(_id));
  }

  return {
    /** The last event; BrokenHeadError for one that was changed. */
    head,

    /**
     * Puts those of these events that are not in the chain yet behind its head; answers the head if there
     * were any. One write in order under two unique indexes: of two replicas at once one finds the sequence
     * taken and reads the head anew, and one that dies leaves the first events of the batch, without a hole.
     */
    async append(documents: readonly AuditEventDocument[]): Promise<AuditHead | undefined> {
      for (;;) {
        const before = await head();
        const waiting = (await unchained(documents)).map((event) => ({ ...event, at: event.at.getTime() }));
        const next = chained(waiting, before);
        const last = next.at(-1);
        if (last === undefined) return undefined;
        try {
          await events.insertMany(next, { ordered: true });
          return { seq: last.seq, hash: last.hash };
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
      }
    },

    /** A fingerprint finds what was done to the key and what made it. */
    async page(scope: LogScope, query: LogQuery): Promise<LogPage<AuditEvent>> {
      const { items, hasMore } = await pages(scope, query);
      return { items: items.map(eventOf), hasMore };
    },

    /** The events behind a place in the chain, in its order, as they are stored. */
    behind: (seq: number, limit: number): Promise<ChainedDocument[]> =>
      events
        .find({ seq: { $gt: seq } })
        .sort({ seq: 1 })
        .limit(limit)
        .toArray(),

    /** Whether there is an event that `behind` would never find. */
    hasOutside: async (): Promise<boolean> =>
      (await events.findOne({ seq: { $not: { $gt: NO_EVENTS.seq } } }, { projection: { _id: 1 } })) !== null,
  };
}

type ReadDocument = Omit<ChainedDocument, '_id'> & { readonly id: Id<'audit'> };
const eventOf = ({ seq: _, hash: __, previousHash: ___, at, ...event }: ReadDocument): AuditEvent => ({
  ...event,
  at: new Date(at),
});

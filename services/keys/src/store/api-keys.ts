import { type Id, notFound } from '@gx/core';
import { makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import { type AuditEvent, LIST_MAX, type LiveKey, type Slot, type SlotChange } from '../domain/api-key.ts';
import { AUDIT_EVENT_FIELDS, type AuditEventDocument, auditEventDocument } from './audit-events.ts';

type SlotDocument = {
  _id: string;
  accountId: Id<'account'>;
  livemode: boolean;
  live?: LiveKey;
  /** Audit events written with the change that they record, until the filing job has copied them. */
  unfiled: AuditEventDocument[];
};
export type ResolvedKey = {
  readonly accountId: Id<'account'>;
  readonly livemode: boolean;
  readonly keyId: Id<'apiKey'>;
};
type Changed = { readonly before: Slot; readonly live: LiveKey | null };
export type KeyStore = Awaited<ReturnType<typeof keyStore>>;

const RESOLVE_MS_MAX = 800;

const slotSchema = new Schema<SlotDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    livemode: { type: Boolean, required: true },
    live: {
      type: new Schema(
        {
          id: { type: String, required: true },
          fingerprint: { type: String, required: true },
          prefix: { type: String, required: true },
          label: { type: String },
          createdAt: { type: Date, required: true },
        },
        { _id: false, strict: 'throw' },
      ),
    },
    unfiled: [new Schema(AUDIT_EVENT_FIELDS, { strict: 'throw' })],
  },
  { strict: 'throw', versionKey: false, collection: 'api_keys' },
);
const ONLY_LIVE = { partialFilterExpression: { 'live.id': { $exists: true } } };
slotSchema.index({ 'live.fingerprint': 1 }, { unique: true, ...ONLY_LIVE });
slotSchema.index({ 'live.id': 1 }, { unique: true, ...ONLY_LIVE });
slotSchema.index({ accountId: 1, 'live.createdAt': -1, 'live.id': -1 }, ONLY_LIVE);
slotSchema.index({ 'unfiled._id': 1 }, { partialFilterExpression: { 'unfiled._id': { $exists: true } } });

/**
 * The keys of all accounts, one document for each slot. The account comes first in every method; its two environments are
 * managed together, so the tenant here is the account alone.
 */
export async function keyStore(connection: Connection) {
  const slots = connection.model('Slot', slotSchema);
  await makeIndexesOf(slots);

  return {
    async insert(slot: Slot, audit: AuditEvent): Promise<void> {
      const { id, ...fields } = slot;
      await slots.insertOne({ _id: id, ...fields, unfiled: [auditEventDocument(audit)] });
    },

    /**
     * Lets `decide` change the slot whose live key is `keyId`; answers the slot as it was and the key that is in it now.
     * The key's id is the guard of the write: of two changes at once one wins, and the other finds the key gone.
     */
    async update(accountId: Id<'account'>, keyId: Id<'apiKey'>, decide: (slot: Slot) => SlotChange): Promise<Changed> {
      const found = await slots.findOne({ accountId, 'live.id': keyId }).lean();
      if (!found?.live) throw notFound('API key');
      const before = { id: found._id, accountId, livemode: found.livemode, live: found.live };
      const { live, audit } = decide(before);
      const { matchedCount } = await slots.updateOne(
        { _id: before.id, accountId, 'live.id': keyId },
        {
          ...(live === null ? { $unset: { live } } : { $set: { live } }),
          $push: { unfiled: auditEventDocument(audit) },
        },
      );
      if (matchedCount === 0) throw notFound('API key');
      return { before, live };
    },

    /** The account's live keys of both environments, newest first, and never more than LIST_MAX of them. */
    async list(accountId: Id<'account'>): Promise<LiveKey[]> {
      const found = await slots
        .find({ accountId, 'live.id': { $exists: true } }, { live: 1 })
        .sort({ 'live.createdAt': -1, 'live.id': -1 })
        .limit(LIST_MAX)
        .lean();
      return found.flatMap(({ live }) => live ?? []);
    },

    /**
     * Whose key it is, or undefined. Linearizable: the server confirms with a majority that it is still the primary, so
     * one that was deposed without knowing can never accept a key that was revoked at its successor.
     */
    async resolve(fingerprint: string): Promise<ResolvedKey | undefined> {
      const found = await slots
        .findOne({ 'live.fingerprint': fingerprint }, { accountId: 1, livemode: 1, live: 1 })
        .read('primary')
        .readConcern('linearizable')
        .maxTimeMS(RESOLVE_MS_MAX)
        .lean();
      return found?.live && { accountId: found.accountId, livemode: found.livemode, keyId: found.live.id };
    },

    /** Audit events that are not in their own collection yet. */
    async unfiled(limit: number): Promise<AuditEventDocument[]> {
      const found = await slots
        .find({ 'unfiled._id': { $exists: true } }, { unfiled: 1 })
        .limit(limit)
        .lean();
      return found.flatMap((slot) => slot.unfiled);
    },

    async markFiled(ids: readonly Id<'audit'>[]): Promise<void> {
      const these = { $in: [...ids] };
      await slots.updateMany({ 'unfiled._id': these }, { $pull: { unfiled: { _id: these } } });
    },
  };
}

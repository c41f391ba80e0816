import type { Id, Tenant } from '@gx/core';
import { isDuplicateKey, makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import type { EventName } from '../domain/event-catalog.ts';
import type { ReplayOnly } from '../domain/replay.ts';

/** A span of events that is being sent to an endpoint again, and how far that has come. */
type ReplayDocument = {
  _id: Id<'replay'>;
  accountId: Id<'account'>;
  livemode: boolean;
  endpointId: Id<'endpoint'>;
  /** What was asked for, as text: the same request meanwhile is this one. */
  request: string;
  names: EventName[];
  only: ReplayOnly;
  /** How many events there were of it when it began. */
  replayed: number;
  /** The deliveries of events up to here are stored. */
  after: Date;
  until: Date;
  /** From when on its next deliveries are due, a millisecond apart: the order in which they are sent. */
  dueFrom: Date;
  /** Of one that is not over: an endpoint has one. */
  openFor?: Id<'endpoint'>;
  createdAt: Date;
  goneAfter?: Date;
};
export type Replay = Omit<ReplayDocument, '_id' | 'accountId' | 'livemode' | 'openFor' | 'goneAfter'> & {
  readonly id: Id<'replay'>;
  readonly tenant: Tenant;
};
export type ReplayStore = Awaited<ReturnType<typeof replayStore>>;

const KEPT_MS = 86_400_000;
const required = true;
const schema = new Schema<ReplayDocument>(
  {
    _id: { type: String, required },
    accountId: { type: String, required },
    livemode: { type: Boolean, required },
    endpointId: { type: String, required },
    request: { type: String, required },
    names: { type: [String], required },
    only: { type: String, required },
    replayed: { type: Number, required },
    after: { type: Date, required },
    until: { type: Date, required },
    dueFrom: { type: Date, required },
    openFor: { type: String },
    createdAt: { type: Date, required },
    goneAfter: { type: Date },
  },
  { strict: 'throw', versionKey: false, collection: 'replays' },
);
// Which are open: one for an endpoint.
schema.index({ openFor: 1 }, { unique: true, partialFilterExpression: { openFor: { $exists: true } } });
schema.index({ goneAfter: 1 }, { name: 'gone', expireAfterSeconds: 0 });

/** Replays that were requested. One that is over is kept for a day, so that a repeated call finds it. */
export async function replayStore(connection: Connection) {
  const replays = connection.model('Replay', schema);
  await makeIndexesOf(replays);

  /** The one of that id, or the one that is open for the endpoint. */
  const find = async (tenant: Tenant, endpointId: Id<'endpoint'>, id: Id<'replay'>): Promise<Replay | undefined> => {
    const found = await replays
      .find({ ...tenant, endpointId, $or: [{ _id: id }, { openFor: endpointId }] })
      .sort({ _id: -1 })
      .lean();
    const known = found.find(({ _id }) => _id === id) ?? found[0];
    return known && replayOf(known);
  };
  return {
    find,

    /** False when it is stored already, or another one is open for the endpoint. */
    async begin({ id, tenant, ...fields }: Replay): Promise<boolean> {
      try {
        await replays.create({ _id: id, ...tenant, ...fields, openFor: fields.endpointId });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },

    /** Those that are not over, of any tenant, the first that began first. */
    async open(): Promise<Replay[]> {
      const found = await replays.find({ openFor: { $exists: true } }).lean();
      return found.map(replayOf).toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    },

    /** So far it has come; nothing, when somebody else has come further. */
    async advance({ id, tenant, after }: Replay, to: { readonly after: Date; readonly dueFrom: Date }): Promise<void> {
      await replays.updateOne({ _id: id, ...tenant, after }, { $set: to });
    },

    /** The one that is open for the endpoint, if there is one. */
    async openFor(tenant: Tenant, endpointId: Id<'endpoint'>): Promise<Replay | undefined> {
      const found = await replays.findOne({ ...tenant, openFor: endpointId }).lean();
      return found === null ? undefined : replayOf(found);
    },

    async finish({ id, tenant }: Replay): Promise<void> {
      await replays.updateOne(
        { _id: id, ...tenant, openFor: { $exists: true } },
        [{ $set: { goneAfter: { $add: ['$$NOW', KEPT_MS] } } }, { $unset: ['openFor'] }],
        { updatePipeline: true },
      );
    },

    /**
     * The endpoint takes these names alone from here on: what is open sends no other, also when one is taken
     * again, and is no longer what was requested.
     */
    async narrow({ id, tenant }: Replay, subscribed: readonly EventName[]): Promise<void> {
      const isSubscribed = { $in: ['$$name', [...subscribed]] };
      await replays.updateOne(
        { _id: id, ...tenant, names: { $elemMatch: { $nin: [...subscribed] } } },
        [{ $set: { names: { $filter: { input: '$names', as: 'name', cond: isSubscribed } }, request: 'narrowed' } }],
        { updatePipeline: true },
      );
    },
  };
}

const replayOf = ({ _id, accountId, livemode, openFor: _, goneAfter: __, ...fields }: ReplayDocument): Replay => ({
  id: _id,
  tenant: { accountId, livemode },
  ...fields,
});

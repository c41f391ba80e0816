import type { Id, ServiceAct, Tenant } from '@gx/core';
import { batched, type EncryptedValue } from '@gx/runtime';
import { actBeside, makeIndexesOf, type StoredAct, storedAct, UNFILED_INDEX, unfiledEvents } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import type { Endpoint } from '../domain/endpoint.ts';
import type { SubscribableName } from '../domain/event-catalog.ts';
import { insertInSlot } from './endpoint-slots.ts';

export type EndpointDocument = {
  _id: Id<'endpoint'>;
  accountId: Id<'account'>;
  livemode: boolean;
  url: string;
  events: SubscribableName[];
  status: 'ACTIVE' | 'INACTIVE';
  apiVersion: string;
  secret?: EncryptedValue;
  createdAt: Date;
  updatedAt: Date;
  /** Which of the tenant's slots it occupies; none once it is deleted. */
  slot?: number;
  /** Deleted; the document goes once its pending deliveries are cancelled and its acts are filed. */
  deletedAt?: Date;
  /** Nothing waits for it any more but its acts. */
  emptiedAt?: Date;
  /** Acts that the audit log may not have yet. */
  unfiled?: StoredAct[];
};
/** Where an attempt goes and what signs it, as of now. */
export type Target = { readonly url: string; readonly secret: EncryptedValue };
/** Where an endpoint is, what signs for it and what it is told about. */
export type EndpointTarget = Target & Pick<Endpoint, 'events'>;
/** What dispatch needs of a subscriber. */
export type Subscriber = Pick<Endpoint, 'id' | 'events' | 'apiVersion'> & { readonly origin: string };
export type EndpointStore = Awaited<ReturnType<typeof endpointStore>>;

/** What a merchant may change; `secret` comes from a rotation. */
export type EndpointChange = Partial<Pick<Endpoint, 'url' | 'events' | 'status'>> & {
  readonly secret?: EncryptedValue;
};

/** The act that a change is, by what it changes; undefined where nothing is another. */
type ActOf = (before: Endpoint) => ServiceAct | undefined;
type NewEndpoint = { readonly secret: EncryptedValue; readonly act: ServiceAct; readonly max: number };
type EndpointKey = { readonly tenant: Tenant; readonly id: Id<'endpoint'> };

const endpointSchema = new Schema<EndpointDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    livemode: { type: Boolean, required: true },
    url: { type: String, required: true },
    events: { type: [String], required: true },
    status: { type: String, enum: ['ACTIVE', 'INACTIVE'], required: true },
    apiVersion: { type: String, required: true },
    secret: { keyId: String, ciphertext: String },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    slot: { type: Number },
    deletedAt: { type: Date },
    emptiedAt: { type: Date },
    unfiled: { type: [Schema.Types.Mixed], default: undefined },
  },
  { strict: 'throw', versionKey: false, collection: 'endpoints' },
);
endpointSchema.index({ accountId: 1, livemode: 1, _id: 1 });
endpointSchema.index(
  { accountId: 1, livemode: 1, slot: 1 },
  { unique: true, partialFilterExpression: { slot: { $exists: true } } },
);
endpointSchema.index(UNFILED_INDEX.keys, UNFILED_INDEX.options);
endpointSchema.index({ deletedAt: 1 }, { partialFilterExpression: { deletedAt: { $exists: true } } });

export type EndpointModel = ReturnType<typeof endpointModel>;
const endpointModel = (connection: Connection) => connection.model('Endpoint', endpointSchema);

const BATCH_MAX = 200;
const SHOWN = { secret: 0, unfiled: 0 } as const;
const NOTHING_UNFILED = { 'unfiled.0': { $exists: false } } as const;
const NOT_DELETED = { deletedAt: { $exists: false } } as const;

/** Merchants' endpoints. Secrets come and go encrypted: this store never sees one in clear. */
export async function endpointStore(connection: Connection) {
  const endpoints = endpointModel(connection);
  await makeIndexesOf(endpoints);
  const targetOf = batched({
    span: 'read endpoints',
    maxItems: BATCH_MAX,
    run: (keys: readonly EndpointKey[]) => targets(endpoints, keys),
  });

  const get = async (tenant: Tenant, id: Id<'endpoint'>): Promise<Endpoint | undefined> => {
    const found = await endpoints.findOne({ _id: id, ...tenant, ...NOT_DELETED }, SHOWN).lean();
    return found === null ? undefined : endpointOf(found);
  };

  return {
    /** False when the tenant has `max` already. */
    insert: (endpoint: Endpoint, { secret, act, max }: NewEndpoint): Promise<boolean> => {
      const { id, tenant, events, ...fields } = endpoint;
      const own = { events: [...events], secret, unfiled: [storedAct(act)] };
      return insertInSlot(endpoints, { _id: id, ...tenant, ...fields, ...own }, max);
    },

    /** Oldest first. */
    async list(tenant: Tenant): Promise<Endpoint[]> {
      const found = await endpoints
        .find({ ...tenant, ...NOT_DELETED }, SHOWN)
        .sort({ _id: 1 })
        .lean();
      return found.map(endpointOf);
    },

    /** Whatever its status. */
    get,

    /**
     * Changes what is given, of what the act says that it was before; undefined when there is no such
     * endpoint.
     */
    async update(tenant: Tenant, id: Id<'endpoint'>, change: EndpointChange, actOf: ActOf) {
      for (let before = await get(tenant, id); before !== undefined; before = await get(tenant, id)) {
        const { url, status, events } = before;
        const found = await endpoints
          .findOneAndUpdate(
            { _id: id, ...tenant, ...NOT_DELETED, url, status, events: [...events] },
            [{ $set: { ...literals(change), ...actBeside(actOf(before)), updatedAt: '$$NOW' } }],
            { returnDocument: 'after', projection: SHOWN, updatePipeline: true },
          )
          .lean();
        if (found !== null) return endpointOf(found);
      }
      return undefined;
    },

    /** Active endpoints that subscribed to any of `names`. */
    async subscribers(tenant: Tenant, names: readonly SubscribableName[]): Promise<Subscriber[]> {
      const found = await endpoints
        .find(
          { ...tenant, ...NOT_DELETED, status: 'ACTIVE', events: { $in: [...names] } },
          { url: 1, events: 1, apiVersion: 1 },
        )
        .sort({ _id: 1 })
        .lean();
      return found.map(({ _id, url, events, apiVersion }) => ({
        id: _id,
        origin: new URL(url).origin,
        events,
        apiVersion,
      }));
    },

    /** Undefined when it is deleted or not active: then nothing may be sent. */
    target: (tenant: Tenant, id: Id<'endpoint'>): Promise<EndpointTarget | undefined> => targetOf({ tenant, id }),

    /** Which host each of these is at, whosever they are. */
    async origins(ids: readonly Id<'endpoint'>[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map();
      const found = await endpoints.find({ _id: { $in: [...ids] } }, { url: 1 }).lean();
      return new Map(found.map(({ _id, url }) => [_id, new URL(url).origin]));
    },

    /** From here on it does not exist for anybody, and its secret is gone; false when there is none. */
    async markDeleted(tenant: Tenant, id: Id<'endpoint'>, act: ServiceAct): Promise<boolean> {
      const { matchedCount } = await endpoints.updateOne(
        { _id: id, ...tenant, ...NOT_DELETED },
        [{ $set: { deletedAt: '$$NOW', ...actBeside(act), updatedAt: '$$NOW' } }, { $unset: ['secret', 'slot'] }],
        { updatePipeline: true },
      );
      return matchedCount > 0;
    },

    /** Nothing waits for it any more: it goes, or is left to be found once its acts are filed. */
    async removeDeleted(tenant: Tenant, id: Id<'endpoint'>): Promise<void> {
      const deleted = { _id: id, ...tenant, deletedAt: { $exists: true } };
      const { deletedCount } = await endpoints.deleteOne({ ...deleted, ...NOTHING_UNFILED });
      if (deletedCount > 0) return;
      await endpoints.updateOne(deleted, [{ $set: { emptiedAt: '$$NOW' } }], { updatePipeline: true });
    },

    acts: unfiledEvents<StoredAct>(endpoints.collection),

    /** Endpoints of any tenant whose deletion was begun and not finished, the first that began first. */
    async halfDeleted(limit: number): Promise<{ readonly id: Id<'endpoint'>; readonly tenant: Tenant }[]> {
      const found = await endpoints
        .find(
          { deletedAt: { $exists: true }, $or: [{ emptiedAt: { $exists: false } }, NOTHING_UNFILED] },
          { accountId: 1, livemode: 1 },
        )
        .sort({ deletedAt: 1 })
        .limit(limit)
        .lean();
      return found.map(({ _id, accountId, livemode }) => ({ id: _id, tenant: { accountId, livemode } }));
    },
  };
}

const endpointOf = ({ _id, accountId, livemode, slot: _, ...fields }: Omit<EndpointDocument, 'secret'>): Endpoint => ({
  id: _id,
  tenant: { accountId, livemode },
  ...fields,
});

/** A merchant's text is no expression, whatever it begins with. */
const literals = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { $literal: value }]));

/** Attempts of one moment ask together and share the answer; each gets only its own tenant's endpoint. */
async function targets(
  endpoints: EndpointModel,
  batch: readonly EndpointKey[],
): Promise<(EndpointTarget | undefined)[]> {
  const ids = [...new Set(batch.map(({ id }) => id))];
  const found = await endpoints
    .find(
      { _id: { $in: ids }, ...NOT_DELETED, status: 'ACTIVE' },
      { accountId: 1, livemode: 1, url: 1, secret: 1, events: 1 },
    )
    .lean();
  const byId = new Map(
    found.map(
      ({ _id, url, secret, events, ...owner }) => [_id, { owner, target: secret && { url, secret, events } }] as const,
    ),
  );
  return batch.map(({ id, tenant }) => {
    const { owner, target } = byId.get(id) ?? {};
    return owner?.accountId === tenant.accountId && owner.livemode === tenant.livemode ? target : undefined;
  });
}

import type { Id, Tenant } from '@gx/core';
import { batched, type EncryptedValue } from '@gx/runtime';
import { makeIndexesOf } from '@gx/runtime/mongo';
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
  /** Deleted; the document goes once its pending deliveries are cancelled. */
  deletedAt?: Date;
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
  },
  { strict: 'throw', versionKey: false, collection: 'endpoints' },
);
endpointSchema.index({ accountId: 1, livemode: 1, _id: 1 });
endpointSchema.index(
  { accountId: 1, livemode: 1, slot: 1 },
  { unique: true, partialFilterExpression: { slot: { $exists: true } } },
);
endpointSchema.index({ deletedAt: 1 }, { partialFilterExpression: { deletedAt: { $exists: true } } });

export type EndpointModel = ReturnType<typeof endpointModel>;
const endpointModel = (connection: Connection) => connection.model('Endpoint', endpointSchema);

const BATCH_MAX = 200;
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

  return {
    /** False when the tenant has `max` already. */
    insert: ({ id, tenant, ...fields }: Endpoint, secret: EncryptedValue, max: number): Promise<boolean> =>
      insertInSlot(endpoints, { _id: id, ...tenant, ...fields, events: [...fields.events], secret }, max),

    /** Oldest first. */
    async list(tenant: Tenant): Promise<Endpoint[]> {
      const found = await endpoints
        .find({ ...tenant, ...NOT_DELETED }, { secret: 0 })
        .sort({ _id: 1 })
        .lean();
      return found.map(endpointOf);
    },

    /** Whatever its status. */
    async get(tenant: Tenant, id: Id<'endpoint'>): Promise<Endpoint | undefined> {
      const found = await endpoints.findOne({ _id: id, ...tenant, ...NOT_DELETED }, { secret: 0 }).lean();
      return found === null ? undefined : endpointOf(found);
    },

    /** Changes what is given; undefined when there is no such endpoint. */
    async update(tenant: Tenant, id: Id<'endpoint'>, change: EndpointChange): Promise<Endpoint | undefined> {
      const found = await endpoints
        .findOneAndUpdate(
          { _id: id, ...tenant, ...NOT_DELETED },
          [{ $set: { ...literals(change), updatedAt: '$$NOW' } }],
          { returnDocument: 'after', projection: { secret: 0 }, updatePipeline: true },
        )
        .lean();
      return found === null ? undefined : endpointOf(found);
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
    async markDeleted(tenant: Tenant, id: Id<'endpoint'>): Promise<boolean> {
      const { matchedCount } = await endpoints.updateOne(
        { _id: id, ...tenant, ...NOT_DELETED },
        [{ $set: { deletedAt: '$$NOW', updatedAt: '$$NOW' } }, { $unset: ['secret', 'slot'] }],
        { updatePipeline: true },
      );
      return matchedCount > 0;
    },

    async removeDeleted(tenant: Tenant, id: Id<'endpoint'>): Promise<void> {
      await endpoints.deleteOne({ _id: id, ...tenant, deletedAt: { $exists: true } });
    },

    /** Endpoints of any tenant whose deletion was begun and not finished, the first that began first. */
    async halfDeleted(limit: number): Promise<{ readonly id: Id<'endpoint'>; readonly tenant: Tenant }[]> {
      const found = await endpoints
        .find({ deletedAt: { $exists: true } }, { accountId: 1, livemode: 1 })
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

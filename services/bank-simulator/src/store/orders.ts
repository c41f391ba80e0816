import { invariant } from '@gx/core';
import { isDuplicateKey, makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import { type Order, orderDueAt } from '../domain/order.ts';
import type { CallbackStore, NewCallback } from './callbacks.ts';

type OrderDocument = Order & { readonly _id: string; readonly version: number; readonly dueAt?: Date };
/** What of a client's orders is asked for. */
export type ChangeWindow = {
  readonly from: Date;
  readonly until: Date;
  readonly after?: { readonly at: Date; readonly reference: string } | undefined;
  readonly size: number;
};
/** What becomes of an order; without `order` nothing is written. */
export type OrderChange<T> = {
  readonly result: T;
  readonly order?: Order | undefined;
  readonly callback?: NewCallback | undefined;
};

const schema = new Schema<OrderDocument>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    clientId: { type: String, required: true },
    reference: { type: String, required: true },
    method: { type: String, required: true },
    amount: { type: Number, required: true },
    currency: { type: String, required: true },
    status: { type: String, required: true },
    reason: { type: String },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    token: { type: String, required: true },
    returnUrl: { type: String },
    fingerprint: { type: String, required: true },
    instructions: { type: Schema.Types.Mixed, required: true },
    payments: { type: [Schema.Types.Mixed], required: true },
    disputes: { type: [Schema.Types.Mixed], required: true },
    refunds: { type: [Schema.Types.Mixed], required: true },
    dueAt: { type: Date },
  },
  { versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ token: 1 }, { unique: true });
schema.index({ reference: 1 });
schema.index({ clientId: 1, updatedAt: 1, _id: 1 });
schema.index({ dueAt: 1 }, { sparse: true });

const idOf = (clientId: string, reference: string): string => `${clientId}/${reference}`;
const fromDocument = ({ _id, version, dueAt, ...order }: OrderDocument): Order => order;
function toDocument(order: Order, version: number): OrderDocument {
  const dueAt = orderDueAt(order);
  return { ...order, _id: idOf(order.clientId, order.reference), version, ...(dueAt === undefined ? {} : { dueAt }) };
}

export type OrderStore = ReturnType<typeof orderStore>;

/** The orders of every client. A change and the callback of it stand together or not at all. */
export function orderStore(connection: Connection, callbacks: CallbackStore) {
  const model = connection.model<OrderDocument>('Order', schema, 'orders');
  const found = (document: OrderDocument | null): Order | undefined =>
    document === null ? undefined : fromDocument(document);
  return {
    ready: async (): Promise<void> => void (await makeIndexesOf(model)),

    /** False when the client has used this reference before. */
    async insert(order: Order): Promise<boolean> {
      try {
        await model.create([toDocument(order, 0)]);
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },

    get: async (clientId: string, reference: string): Promise<Order | undefined> =>
      found(await model.findById(idOf(clientId, reference)).lean<OrderDocument>().exec()),

    byToken: async (token: string): Promise<Order | undefined> =>
      found(await model.findOne({ token }).lean<OrderDocument>().exec()),

    /** All clients' orders of one reference. */
    byReference: async (reference: string): Promise<Order[]> =>
      (await model.find({ reference }).limit(2).lean<OrderDocument[]>().exec()).map(fromDocument),

    /** Those that change by themselves now, the longest due first. */
    due: async (now: Date, limit: number): Promise<Order[]> =>
      (
        await model
          .find({ dueAt: { $lte: now } })
          .sort({ dueAt: 1 })
          .limit(limit)
          .lean<OrderDocument[]>()
          .exec()
      ).map(fromDocument),

    /**
     * At most `size` orders that changed from `from` to `until`, in the order of the changes, after `after`.
     * A client that reads on names the last one seen, not how many: an order that changes meanwhile leaves
     * its place, and would push another one out of the next page.
     */
    async changed(clientId: string, { from, until, after, size }: ChangeWindow): Promise<Order[]> {
      const beyond =
        after === undefined
          ? []
          : [{ updatedAt: { $gt: after.at } }, { updatedAt: after.at, _id: { $gt: idOf(clientId, after.reference) } }];
      const found = await model
        .find({
          clientId,
          updatedAt: { $gte: from, $lte: until },
          ...(beyond.length === 0 ? {} : { $or: beyond }),
        })
        .sort({ updatedAt: 1, _id: 1 })
        .limit(size)
        .lean<OrderDocument[]>()
        .exec();
      return found.map(fromDocument);
    },

    /** Decides on an order as it is inside the transaction; undefined when there is none. */
    change<T>(
      { clientId, reference }: Pick<Order, 'clientId' | 'reference'>,
      decide: (order: Order) => OrderChange<T>,
    ): Promise<T | undefined> {
      return callbacks.transaction(async (session, queue) => {
        const _id = idOf(clientId, reference);
        const before = await model.findById(_id, null, { session }).lean<OrderDocument>().exec();
        if (before === null) return undefined;
        const { result, order, callback } = decide(fromDocument(before));
        if (order === undefined) return result;
        const after = toDocument(order, before.version + 1);
        const written = await model.replaceOne({ _id, version: before.version }, after, { session });
        invariant(written.modifiedCount === 1, 'a transaction wrote over a change it had not seen');
        await queue(callback);
        return result;
      });
    },
  };
}

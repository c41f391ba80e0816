import type { Connection } from 'mongoose';
import { type Order, orderDueAt } from '../domain/order.ts';
import type { CallbackStore } from './callbacks.ts';
import { type DocumentChange, documents } from './documents.ts';

type OrderDocument = Order & { readonly _id: string; readonly version: number; readonly dueAt?: Date | undefined };
/** What of a client's orders is asked for. */
export type ChangeWindow = {
  readonly from: Date;
  readonly until: Date;
  readonly after?: { readonly at: Date; readonly reference: string } | undefined;
  readonly size: number;
};

const idOf = (clientId: string, reference: string): string => `${clientId}/${reference}`;

/** The orders of every client. */
export function orderStore(connection: Connection, callbacks: CallbackStore) {
  const orders = documents<Order, OrderDocument>(connection, callbacks, {
    name: 'orders',
    indexes: [
      { key: { token: 1 }, unique: true },
      { key: { reference: 1 } },
      { key: { clientId: 1, updatedAt: 1, _id: 1 } },
      { key: { dueAt: 1 }, sparse: true },
    ],
    toDocument: (order) => ({ ...order, _id: idOf(order.clientId, order.reference), dueAt: orderDueAt(order) }),
    fromDocument: ({ _id, version, dueAt, ...order }) => order,
  });
  return {
    ready: orders.ready,
    insert: (order: Order): Promise<boolean> => orders.insert(order),
    get: (clientId: string, reference: string) => orders.first({ _id: idOf(clientId, reference) }),
    byToken: (token: string) => orders.first({ token }),
    due: orders.due,

    /** All clients' orders of one reference. */
    byReference: (reference: string): Promise<Order[]> => orders.find({ reference }, { limit: 2 }),

    /**
     * At most `size` orders that changed from `from` to `until`, in the order of the changes, after `after`.
     * A client that reads on names the last one seen, not how many: an order that changes meanwhile leaves
     * its place, and would push another one out of the next page.
     */
    changed(clientId: string, { from, until, after, size }: ChangeWindow): Promise<Order[]> {
      const beyond = after && {
        $or: [{ updatedAt: { $gt: after.at } }, { updatedAt: after.at, _id: { $gt: idOf(clientId, after.reference) } }],
      };
      const filter = { clientId, updatedAt: { $gte: from, $lte: until }, ...beyond };
      return orders.find(filter, { sort: { updatedAt: 1, _id: 1 }, limit: size });
    },

    change: <R>(
      { clientId, reference }: Pick<Order, 'clientId' | 'reference'>,
      decide: (order: Order) => DocumentChange<Order, R>,
    ) => orders.change({ _id: idOf(clientId, reference) }, decide),
  };
}

import type { Connection } from 'mongoose';
import type { PixOut } from '../domain/pix-out.ts';
import type { CallbackStore, Transaction } from './callbacks.ts';
import { type DocumentChange, documents } from './documents.ts';
import type { Total } from './pix.ts';

/** Before there were other destinations a key was all, and nothing came back. */
type Former = { readonly destination: string; readonly returns?: undefined };
type PixOutDocument = Omit<PixOut, keyof Former> &
  (Pick<PixOut, keyof Former> | Former) & { readonly _id: string; readonly version: number };
type Key = Pick<PixOut, 'clientId' | 'idEnvio'>;

const idOf = (clientId: string, idEnvio: string): string => `${clientId}/${idEnvio}`;

/** The Pix that clients sent. An id serves a client once. */
export function pixOutStore(connection: Connection, callbacks: CallbackStore) {
  const sent = documents<PixOut, PixOutDocument>(connection, callbacks, {
    name: 'pix_out',
    indexes: [{ key: { dueAt: 1 }, sparse: true }, { key: { idEnvio: 1 } }, { key: { clientId: 1, _id: 1 } }],
    toDocument: (pixOut) => ({ ...pixOut, _id: idOf(pixOut.clientId, pixOut.idEnvio) }),
    fromDocument: ({ _id, version, destination, returns = [], ...pixOut }) => ({
      ...pixOut,
      returns,
      destination: typeof destination === 'string' ? { kind: 'key', key: destination } : destination,
    }),
  });
  return {
    ready: sent.ready,
    insert: (pixOut: PixOut): Promise<boolean> => sent.insert(pixOut),
    get: (clientId: string, idEnvio: string) => sent.first({ _id: idOf(clientId, idEnvio) }),
    due: sent.due,

    /** All clients' Pix of one id. */
    byId: (idEnvio: string): Promise<PixOut[]> => sent.find({ idEnvio }, { limit: 2 }),

    /** Everything a client sent, in the order of its ids, after the id `after`. */
    ofClient: (clientId: string, after: string, limit: number): Promise<PixOut[]> =>
      sent.find({ clientId, _id: { $gt: idOf(clientId, after) } }, { sort: { _id: 1 }, limit }),

    change: <R>({ clientId, idEnvio }: Key, decide: (pixOut: PixOut) => DocumentChange<PixOut, R>) =>
      sent.change({ _id: idOf(clientId, idEnvio) }, decide),
    changeIn: <R>(
      transaction: Transaction,
      { clientId, idEnvio }: Key,
      decide: (pixOut: PixOut) => DocumentChange<PixOut, R>,
    ) => sent.changeIn(transaction, { _id: idOf(clientId, idEnvio) }, decide),

    /** What a client sent by status, and what came back of it: how many, and centavos. */
    async totals(clientId: string): Promise<{ sent: Total[]; cameBack: Total[] }> {
      const [found] = await sent.collection
        .aggregate<{ sent: Total[]; cameBack: Total[] }>([
          { $match: { clientId } },
          {
            $facet: {
              sent: [{ $group: { _id: '$status', count: { $sum: 1 }, amount: { $sum: '$amount' } } }],
              cameBack: [
                { $unwind: '$returns' },
                { $group: { _id: 'came_back', count: { $sum: 1 }, amount: { $sum: '$returns.amount' } } },
              ],
            },
          },
        ])
        .toArray();
      return found ?? { sent: [], cameBack: [] };
    },
  };
}

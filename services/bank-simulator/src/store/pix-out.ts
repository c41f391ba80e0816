import type { Connection } from 'mongoose';
import type { PixOut } from '../domain/pix-out.ts';
import type { CallbackStore } from './callbacks.ts';
import { type DocumentChange, documents } from './documents.ts';
import type { Total } from './pix.ts';

type PixOutDocument = PixOut & { readonly _id: string; readonly version: number };

const idOf = (clientId: string, idEnvio: string): string => `${clientId}/${idEnvio}`;

/** The Pix that clients sent. An id serves a client once. */
export function pixOutStore(connection: Connection, callbacks: CallbackStore) {
  const sent = documents<PixOut, PixOutDocument>(connection, callbacks, {
    name: 'pix_out',
    indexes: [{ key: { dueAt: 1 }, sparse: true }, { key: { idEnvio: 1 } }, { key: { clientId: 1, _id: 1 } }],
    toDocument: (pixOut) => ({ ...pixOut, _id: idOf(pixOut.clientId, pixOut.idEnvio) }),
    fromDocument: ({ _id, version, ...pixOut }) => pixOut,
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

    change: <R>(
      { clientId, idEnvio }: Pick<PixOut, 'clientId' | 'idEnvio'>,
      decide: (pixOut: PixOut) => DocumentChange<PixOut, R>,
    ) => sent.change({ _id: idOf(clientId, idEnvio) }, decide),

    /** What a client sent, by status: how many, and centavos. */
    totals: (clientId: string): Promise<Total[]> =>
      sent.collection
        .aggregate<Total>([
          { $match: { clientId } },
          { $group: { _id: '$status', count: { $sum: 1 }, amount: { $sum: '$amount' } } },
        ])
        .toArray(),
  };
}

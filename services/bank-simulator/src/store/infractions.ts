import type { Connection, mongo } from 'mongoose';
import type { Infraction } from '../domain/infraction.ts';
import type { ListPage, PagedList } from '../domain/page.ts';
import type { CallbackStore, NewCallback } from './callbacks.ts';
import { type DocumentChange, documents } from './documents.ts';

type InfractionDocument = Omit<Infraction, 'id'> & { readonly _id: string; readonly version: number };
export type InfractionFilter = {
  readonly from: Date;
  readonly until: Date;
  readonly id: string | undefined;
  readonly endToEndId: string | undefined;
  readonly status: string | undefined;
};

const ORDER = { openedAt: 1, _id: 1 } as const;

/** Infraction reports about what clients received. */
export function infractionStore(connection: Connection, callbacks: CallbackStore) {
  const reports = documents<Infraction, InfractionDocument>(connection, callbacks, {
    name: 'infractions',
    indexes: [{ key: { clientId: 1, openedAt: 1 } }, { key: { clientId: 1, endToEndId: 1 } }],
    toDocument: ({ id, ...infraction }) => ({ ...infraction, _id: id }),
    fromDocument: ({ _id, version, ...infraction }) => ({ ...infraction, id: _id }),
  });
  return {
    ready: reports.ready,
    get: (clientId: string, id: string) => reports.first({ _id: id, clientId }),

    /** Opens one, with the callback that tells of it. False when the id is in use. */
    open: (infraction: Infraction, callback: NewCallback | undefined): Promise<boolean> =>
      callbacks.transaction(async ({ session, queue }) => {
        const isNew = await reports.insert(infraction, session);
        if (isNew) await queue(callback);
        return isNew;
      }),

    change: <R>(
      { clientId, id }: Pick<Infraction, 'clientId' | 'id'>,
      decide: (infraction: Infraction) => DocumentChange<Infraction, R>,
    ) => reports.change({ _id: id, clientId }, decide),

    /** Those about one Pix, the first opened first. */
    ofPix: (clientId: string, endToEndId: string): Promise<Infraction[]> =>
      reports.find({ clientId, endToEndId: endToEndId as Infraction['endToEndId'] }, { sort: ORDER }),

    ofClient: (clientId: string, after: string, limit: number): Promise<Infraction[]> =>
      reports.find({ clientId, _id: { $gt: after } }, { sort: { _id: 1 }, limit }),

    list: (clientId: string, filter: InfractionFilter, page: ListPage): Promise<PagedList<Infraction>> =>
      reports.page(queryOf(clientId, filter), page, ORDER),
  };
}

function queryOf(clientId: string, { from, until, id, endToEndId, status }: InfractionFilter) {
  const named = { ...(id && { _id: id }), ...(endToEndId && { endToEndId }), ...(status && { status }) };
  return { clientId, openedAt: { $gte: from, $lte: until }, ...named } as mongo.Filter<InfractionDocument>;
}

import type { Txid } from '@gx/core';
import type { ClientSession, Connection } from 'mongoose';
import type { Cob, CobDecision } from '../domain/cob.ts';
import type { ListPage, PagedList } from '../domain/page.ts';
import type { Pix } from '../domain/pix.ts';
import type { CallbackStore } from './callbacks.ts';
import { documents } from './documents.ts';
import { fromPixDocument, PIX_COLLECTION, type PixDocument, type PixFilter } from './pix.ts';

type CobDocument = Cob & { readonly _id: string; readonly version: number };
export type CobFilter = {
  readonly from: Date;
  readonly until: Date;
  readonly debtor: PixFilter['payer'];
  readonly status: string | undefined;
  readonly locationPresent: boolean | undefined;
};

const idOf = (clientId: string, txid: string): string => `${clientId}/${txid}`;
const fromDocument = ({ _id, version, ...cob }: CobDocument): Cob => cob;

/** The charges of every client. */
export function cobStore(connection: Connection, callbacks: CallbackStore) {
  const cobs = documents<Cob, CobDocument>(connection, callbacks, {
    name: 'cobs',
    indexes: [
      { key: { 'location.token': 1 }, unique: true },
      { key: { clientId: 1, criacao: 1 } },
      { key: { txid: 1 } },
    ],
    toDocument: (cob) => ({ ...cob, _id: idOf(cob.clientId, cob.txid) }),
    fromDocument,
  });

  return {
    ready: cobs.ready,
    insert: (cob: Cob): Promise<boolean> => cobs.insert(cob),
    byLocation: (token: string, session?: ClientSession) => cobs.first({ 'location.token': token }, session),

    /** All clients' cobs of one txid: the payer's side may know no more than that. */
    byTxid: (txid: string): Promise<Cob[]> => cobs.find({ txid: txid as Txid }, { limit: 2 }),

    /** A cob and every Pix that arrived under its txid, in one reading. */
    async withPix(clientId: string, txid: string): Promise<{ cob: Cob; received: readonly Pix[] } | undefined> {
      const arrived = [{ $match: { clientId, txid } }, { $sort: { receivedAt: 1, _id: 1 } }];
      const [found] = await cobs.collection
        .aggregate<CobDocument & { received: PixDocument[] }>([
          { $match: { _id: idOf(clientId, txid) } },
          { $lookup: { from: PIX_COLLECTION, pipeline: arrived, as: 'received' } },
        ])
        .toArray();
      if (found === undefined) return undefined;
      const { received, ...cob } = found;
      return { cob: fromDocument(cob), received: received.map(fromPixDocument) };
    },

    /** Decides on the newest state; undefined when there is no such cob. */
    update: (clientId: string, txid: string, decide: (cob: Cob) => CobDecision): Promise<CobDecision | undefined> =>
      cobs.change({ _id: idOf(clientId, txid) }, (cob) => {
        const decision = decide(cob);
        return { result: decision, value: decision.ok ? decision.cob : undefined };
      }),

    /**
     * Money arrives for the cob at a location: an active one is concluded, expired or not; a removed or
     * concluded one stays what it is. Answers how it stood before; undefined when there is none.
     */
    async conclude(token: string, session: ClientSession): Promise<Cob | undefined> {
      const paid = { 'location.token': token };
      const concluded = { $set: { status: 'CONCLUIDA' }, $inc: { version: 1 } };
      const { collection } = cobs;
      const found =
        (await collection.findOneAndUpdate({ ...paid, status: 'ATIVA' }, concluded, { session })) ??
        (await collection.findOne(paid, { session }));
      return found === null ? undefined : fromDocument(found as unknown as CobDocument);
    },

    async list(clientId: string, filter: CobFilter, page: ListPage): Promise<PagedList<Cob>> {
      const { from, until, debtor, status } = filter;
      if (filter.locationPresent === false) return { total: 0, items: [] };
      const query = {
        clientId,
        criacao: { $gte: from, $lte: until },
        ...(status === undefined ? {} : { status }),
        ...(debtor && { [`terms.devedor.${debtor.kind}`]: debtor.value }),
      };
      return cobs.page(query as object, page, { criacao: 1, _id: 1 });
    },
  };
}

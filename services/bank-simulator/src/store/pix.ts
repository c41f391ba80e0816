import type { ClientSession, Connection, mongo } from 'mongoose';
import { nextDueAt } from '../domain/devolution.ts';
import type { ListPage, PagedList } from '../domain/page.ts';
import type { Pix } from '../domain/pix.ts';
import type { CallbackStore } from './callbacks.ts';
import { type DocumentChange, documents } from './documents.ts';

export type PixDocument = Omit<Pix, 'endToEndId'> & {
  readonly _id: Pix['endToEndId'];
  readonly version: number;
  /** When the next of its devolutions, or of what its bank is going to take back, is due. */
  readonly dueAt?: Date | undefined;
};
/** A sum of the books by its status. */
export type Total = { readonly _id: string; readonly count: number; readonly amount: number };
export type PixFilter = {
  readonly from: Date;
  readonly until: Date;
  readonly txid: string | undefined;
  readonly txidPresent: boolean | undefined;
  readonly devolutionPresent: boolean | undefined;
  readonly payer?: { readonly kind: 'cpf' | 'cnpj'; readonly value: string } | undefined;
  readonly now: Date;
};

export const PIX_COLLECTION = 'pix';
export const fromPixDocument = ({ _id, version, dueAt, ...pix }: PixDocument): Pix => ({ endToEndId: _id, ...pix });
const ARRIVAL = { receivedAt: 1, _id: 1 } as const;

/** The Pix that arrived, for every client. Written once; only a devolution ever changes one. */
export function pixStore(connection: Connection, callbacks: CallbackStore) {
  const arrived = documents<Pix, PixDocument>(connection, callbacks, {
    name: PIX_COLLECTION,
    indexes: [
      { key: { clientId: 1, txid: 1 } },
      { key: { clientId: 1, receivedAt: 1 } },
      { key: { clientId: 1, paidAt: 1 } },
      { key: { dueAt: 1 }, sparse: true },
      { key: { 'devolutions.rtrId': 1 }, sparse: true },
      { key: { clientId: 1, _id: 1 } },
    ],
    toDocument: ({ endToEndId, ...pix }) => ({ ...pix, _id: endToEndId, dueAt: nextDueAt(pix) }),
    fromDocument: fromPixDocument,
  });
  return {
    ready: arrived.ready,
    due: arrived.due,
    insert: (pix: Pix, session: ClientSession): Promise<boolean> => arrived.insert(pix, session),
    get: (clientId: string, endToEndId: string) => arrived.first({ ...byId(endToEndId), clientId }),
    byEndToEndId: (endToEndId: string) => arrived.first(byId(endToEndId)),

    /** Whether one of the client's devolutions has this id on the rail. */
    hasReturn: async (clientId: string, rtrId: string): Promise<boolean> =>
      (await arrived.first({ clientId, 'devolutions.rtrId': rtrId })) !== undefined,

    change: <R>(
      { clientId, endToEndId }: Pick<Pix, 'clientId' | 'endToEndId'>,
      decide: (pix: Pix) => DocumentChange<Pix, R>,
    ) => arrived.change({ ...byId(endToEndId), clientId }, decide),

    /** Everything a client received, in the order of end-to-end ids, after the id `after`. */
    ofClient: (clientId: string, after: string, limit: number): Promise<Pix[]> =>
      arrived.find({ clientId, _id: { $gt: after as Pix['endToEndId'] } }, { sort: { _id: 1 }, limit }),

    /** What a client received, and what became of it: how many, and centavos. */
    async totals(clientId: string): Promise<{ received: Total[]; returned: Total[] }> {
      const sums = (amount: string) => ({ count: { $sum: 1 }, amount: { $sum: amount } });
      const [found] = await arrived.collection
        .aggregate<{ received: Total[]; returned: Total[] }>([
          { $match: { clientId } },
          {
            $facet: {
              received: [{ $group: { _id: 'received', ...sums('$amount') } }],
              returned: [
                { $unwind: '$devolutions' },
                { $group: { _id: '$devolutions.status', ...sums('$devolutions.amount') } },
              ],
            },
          },
        ])
        .toArray();
      return found ?? { received: [], returned: [] };
    },

    ofCharge: (clientId: string, txid: string): Promise<Pix[]> => arrived.find({ clientId, txid }, { sort: ARRIVAL }),

    ofCharges: (clientId: string, txids: readonly string[]): Promise<Pix[]> =>
      arrived.find({ clientId, txid: { $in: [...txids] } }),

    list: (clientId: string, filter: PixFilter, page: ListPage): Promise<PagedList<Pix>> =>
      arrived.page(queryOf(clientId, filter), page, ARRIVAL),

    /** Whether among these is one whose payer this bank never learnt: no filter by payer speaks for it. */
    someUnnamed: async (clientId: string, { payer: _, ...filter }: PixFilter): Promise<boolean> =>
      (await arrived.first({ $and: [queryOf(clientId, filter), { reportPayer: 'never' }] })) !== undefined,
  };
}

const byId = (endToEndId: string) => ({ _id: endToEndId as Pix['endToEndId'] });

/**
 * A Pix is in the window by either of its instants: they differ only when a tester names the time of
 * settlement.
 */
function queryOf(clientId: string, filter: PixFilter): mongo.Filter<PixDocument> {
  const window = { $gte: filter.from, $lte: filter.until };
  const conditions: mongo.Filter<PixDocument>[] = [
    { $or: [{ receivedAt: window }, { paidAt: window }] },
    { listedFrom: { $not: { $gt: filter.now } } },
  ];
  if (filter.txid !== undefined) conditions.push({ txid: filter.txid });
  if (filter.txidPresent !== undefined) conditions.push({ txid: { $exists: filter.txidPresent } });
  if (filter.devolutionPresent !== undefined)
    conditions.push({ 'devolutions.0': { $exists: filter.devolutionPresent } });
  if (filter.payer !== undefined) {
    const { kind, value } = filter.payer;
    conditions.push({
      'payer.kind': kind,
      'payer.taxId': value,
      reportPayer: { $ne: 'never' },
      filterableFrom: { $lte: filter.now },
    });
  }
  return { clientId, $and: conditions };
}

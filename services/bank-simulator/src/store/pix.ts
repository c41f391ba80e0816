import type { EndToEndId } from '@gx/core';
import { makeIndexesOf } from '@gx/runtime/mongo';
import { type ClientSession, type Connection, type QueryFilter, Schema } from 'mongoose';
import { nextDueAt } from '../domain/devolution.ts';
import type { ListPage, PagedList } from '../domain/page.ts';
import type { Pix } from '../domain/pix.ts';

export type PixDocument = Omit<Pix, 'endToEndId'> & {
  readonly _id: Pix['endToEndId'];
  readonly version: number;
  /** When the next of its devolutions, or of what its bank is going to take back, is due. */
  readonly dueAt?: Date;
};
/** A sum of the books by its status. */
export type Total = { readonly _id: string; readonly count: number; readonly amount: number };
export type PixFilter = {
  readonly from: Date;
  readonly until: Date;
  readonly txid?: string;
  readonly txidPresent?: boolean;
  readonly devolutionPresent?: boolean;
  readonly payer?: { readonly kind: 'cpf' | 'cnpj'; readonly value: string };
  readonly now: Date;
};

const schema = new Schema<PixDocument>(
  {
    _id: { type: String, required: true },
    clientId: { type: String, required: true },
    txid: { type: String },
    amount: { type: Number, required: true },
    chave: { type: String, required: true },
    paidAt: { type: Date, required: true },
    receivedAt: { type: Date, required: true },
    payer: { type: Schema.Types.Mixed, required: true },
    reportPayer: { type: String, required: true },
    filterableFrom: { type: Date, required: true },
    listedFrom: { type: Date },
    infoPagador: { type: String },
    version: { type: Number, required: true },
    dueAt: { type: Date },
    devolutions: { type: [Schema.Types.Mixed], required: true },
    plannedReturn: { type: Schema.Types.Mixed },
  },
  { versionKey: false, strict: 'throw' },
);
schema.index({ clientId: 1, txid: 1 });
schema.index({ clientId: 1, receivedAt: 1 });
schema.index({ clientId: 1, paidAt: 1 });

schema.index({ dueAt: 1 }, { sparse: true });
schema.index({ 'devolutions.rtrId': 1 }, { sparse: true });
schema.index({ clientId: 1, _id: 1 });

export const PIX_COLLECTION = 'pix';
export const fromPixDocument = ({ _id, version, dueAt, ...pix }: PixDocument): Pix => ({ endToEndId: _id, ...pix });
function toDocument({ endToEndId, ...pix }: Pix, version: number): PixDocument {
  const dueAt = nextDueAt(pix);
  return { _id: endToEndId, ...pix, version, ...(dueAt === undefined ? {} : { dueAt }) };
}

export type PixStore = ReturnType<typeof pixStore>;

/** The Pix that arrived, for every client. Written once; only a devolution ever changes one. */
export function pixStore(connection: Connection) {
  const model = connection.model<PixDocument>('Pix', schema, PIX_COLLECTION);
  return {
    ready: async (): Promise<void> => void (await makeIndexesOf(model)),

    async insert(pix: Pix, session: ClientSession): Promise<void> {
      await model.collection.insertOne(toDocument(pix, 0) as never, { session, ignoreUndefined: true });
    },

    async get(clientId: string, endToEndId: string): Promise<Pix | undefined> {
      const found = await model
        .findOne({ _id: endToEndId as EndToEndId, clientId })
        .lean<PixDocument>()
        .exec();
      return found === null ? undefined : fromPixDocument(found);
    },

    /** Whether one of the client's devolutions has this id on the rail. */
    hasReturn: async (clientId: string, rtrId: string): Promise<boolean> =>
      (await model.exists({ clientId, 'devolutions.rtrId': rtrId })) !== null,

    /** Those with a devolution that is due, the longest due first. */
    due: async (now: Date, limit: number): Promise<Pix[]> =>
      (
        await model
          .find({ dueAt: { $lte: now } })
          .sort({ dueAt: 1 })
          .limit(limit)
          .lean<PixDocument[]>()
          .exec()
      ).map(fromPixDocument),

    /**
     * One reading inside a transaction, and the write that only stands if nobody else changed the Pix
     * meanwhile.
     */
    async inTransaction(clientId: string, endToEndId: string, session: ClientSession) {
      const before = await model
        .findOne({ _id: endToEndId as EndToEndId, clientId }, null, { session })
        .lean<PixDocument>()
        .exec();
      if (before === null) return undefined;
      const { _id, version } = before;
      return {
        pix: fromPixDocument(before),
        replace: async (pix: Pix): Promise<boolean> =>
          (await model.replaceOne({ _id, version }, toDocument(pix, version + 1), { session })).modifiedCount === 1,
      };
    },

    async byEndToEndId(endToEndId: string): Promise<Pix | undefined> {
      const found = await model
        .findById(endToEndId as EndToEndId)
        .lean<PixDocument>()
        .exec();
      return found === null ? undefined : fromPixDocument(found);
    },

    /** Everything a client received, in the order of end-to-end ids, after the id `after`. */
    ofClient: async (clientId: string, after: string, limit: number): Promise<Pix[]> =>
      (
        await model
          .find({ clientId, _id: { $gt: after as EndToEndId } })
          .sort({ _id: 1 })
          .limit(limit)
          .lean<PixDocument[]>()
          .exec()
      ).map(fromPixDocument),

    /** What a client received, and what became of it: how many, and centavos. */
    async totals(clientId: string): Promise<{ received: Total[]; returned: Total[] }> {
      const sums = (amount: string) => ({ count: { $sum: 1 }, amount: { $sum: amount } });
      const [found] = await model.aggregate<{ received: Total[]; returned: Total[] }>([
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
      ]);
      return found ?? { received: [], returned: [] };
    },

    async ofCharge(clientId: string, txid: string): Promise<Pix[]> {
      const found = await model.find({ clientId, txid }).sort({ receivedAt: 1, _id: 1 }).lean<PixDocument[]>().exec();
      return found.map(fromPixDocument);
    },

    async ofCharges(clientId: string, txids: readonly string[]): Promise<Pix[]> {
      const found = await model
        .find({ clientId, txid: { $in: [...txids] } })
        .lean<PixDocument[]>()
        .exec();
      return found.map(fromPixDocument);
    },

    async list(clientId: string, filter: PixFilter, page: ListPage): Promise<PagedList<Pix>> {
      const query = queryOf(clientId, filter);
      const [total, found] = await Promise.all([
        model.countDocuments(query),
        model
          .find(query)
          .sort({ receivedAt: 1, _id: 1 })
          .skip(page.index * page.size)
          .limit(page.size)
          .lean<PixDocument[]>(),
      ]);
      return { total, items: found.map(fromPixDocument) };
    },

    /** Whether among these is one whose payer this bank never learnt: no filter by payer speaks for it. */
    someUnnamed: async (clientId: string, { payer: _, ...filter }: PixFilter): Promise<boolean> =>
      (await model.exists({ $and: [queryOf(clientId, filter), { reportPayer: 'never' }] })) !== null,
  };
}

/**
 * A Pix is in the window by either of its instants: they differ only when a tester names the time of
 * settlement.
 */
function queryOf(clientId: string, filter: PixFilter): QueryFilter<PixDocument> {
  const window = { $gte: filter.from, $lte: filter.until };
  const conditions: QueryFilter<PixDocument>[] = [
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

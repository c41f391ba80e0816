import type { EndToEndId } from '@gx/core';
import { type ClientSession, type Connection, type QueryFilter, Schema } from 'mongoose';
import type { Page, Paged } from '../domain/page.ts';
import type { Pix } from '../domain/pix.ts';

type PixDocument = Omit<Pix, 'endToEndId'> & { readonly _id: Pix['endToEndId'] };
export type PixFilter = {
  readonly from: Date;
  readonly until: Date;
  readonly txid?: string;
  readonly txidPresent?: boolean;
  readonly devolutionPresent?: boolean;
  readonly payer?: { readonly kind: 'cpf' | 'cnpj'; readonly value: string; readonly now: Date };
};

const schema = new Schema<PixDocument>(
  {
    _id: { type: String, required: true },
    clientId: { type: String, required: true },
    txid: { type: String },
    amount: { type: Number, required: true },
    chave: { type: String, required: true },
    settledAt: { type: Date, required: true },
    receivedAt: { type: Date, required: true },
    payer: { type: Schema.Types.Mixed, required: true },
    reportPayer: { type: String, required: true },
    filterableFrom: { type: Date, required: true },
    infoPagador: { type: String },
    devolutions: { type: [Schema.Types.Mixed], required: true },
  },
  { versionKey: false, strict: 'throw' },
);
schema.index({ clientId: 1, txid: 1 });
schema.index({ clientId: 1, receivedAt: 1 });
schema.index({ clientId: 1, settledAt: 1 });

const fromDocument = ({ _id, ...pix }: PixDocument): Pix => ({ endToEndId: _id, ...pix });
const toDocument = ({ endToEndId, ...pix }: Pix): PixDocument => ({ _id: endToEndId, ...pix });

export type PixStore = ReturnType<typeof pixStore>;

/** The Pix that arrived, whoever they were for. Written once; only a devolution will ever change one. */
export function pixStore(connection: Connection) {
  const model = connection.model<PixDocument>('Pix', schema, 'pix');
  return {
    ready: async (): Promise<void> => void (await model.createIndexes()),

    async insert(pix: Pix, session: ClientSession): Promise<void> {
      await model.create([toDocument(pix)], { session });
    },

    async get(clientId: string, endToEndId: string): Promise<Pix | undefined> {
      const found = await model
        .findOne({ _id: endToEndId as EndToEndId, clientId })
        .lean<PixDocument>()
        .exec();
      return found === null ? undefined : fromDocument(found);
    },

    async ofCharge(clientId: string, txid: string): Promise<Pix[]> {
      const found = await model.find({ clientId, txid }).sort({ receivedAt: 1, _id: 1 }).lean<PixDocument[]>().exec();
      return found.map(fromDocument);
    },

    async ofCharges(clientId: string, txids: readonly string[]): Promise<Pix[]> {
      const found = await model
        .find({ clientId, txid: { $in: [...txids] } })
        .lean<PixDocument[]>()
        .exec();
      return found.map(fromDocument);
    },

    async list(clientId: string, filter: PixFilter, page: Page): Promise<Paged<Pix>> {
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
      return { total, items: found.map(fromDocument) };
    },
  };
}

/** A Pix is in the window by either of its instants: they differ only when a tester names the time of settlement. */
function queryOf(clientId: string, filter: PixFilter): QueryFilter<PixDocument> {
  const window = { $gte: filter.from, $lte: filter.until };
  const conditions: QueryFilter<PixDocument>[] = [{ $or: [{ receivedAt: window }, { settledAt: window }] }];
  if (filter.txid !== undefined) conditions.push({ txid: filter.txid });
  if (filter.txidPresent !== undefined) conditions.push({ txid: { $exists: filter.txidPresent } });
  if (filter.devolutionPresent !== undefined)
    conditions.push({ 'devolutions.0': { $exists: filter.devolutionPresent } });
  if (filter.payer !== undefined) {
    const { kind, value, now } = filter.payer;
    conditions.push({
      'payer.kind': kind,
      'payer.taxId': value,
      reportPayer: { $ne: 'never' },
      filterableFrom: { $lte: now },
    });
  }
  return { clientId, $and: conditions };
}

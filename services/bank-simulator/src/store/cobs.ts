import type { Txid } from '@gx/core';
import { isDuplicateKey, makeIndexesOf } from '@gx/runtime/mongo';
import { type ClientSession, type Connection, Schema } from 'mongoose';
import type { Cob, CobDecision, CobStatus } from '../domain/cob.ts';
import type { ListPage, PagedList } from '../domain/page.ts';
import type { Pix } from '../domain/pix.ts';
import { fromPixDocument, PIX_COLLECTION, type PixDocument } from './pix.ts';

type CobDocument = Cob & { readonly _id: string; readonly version: number };
export type CobFilter = {
  readonly from: Date;
  readonly until: Date;
  readonly debtor?: { readonly cpf: string } | { readonly cnpj: string };
  readonly status?: string;
  readonly locationPresent?: boolean;
};

const schema = new Schema<CobDocument>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    clientId: { type: String, required: true },
    txid: { type: String, required: true },
    status: { type: String, required: true },
    revisao: { type: Number, required: true },
    criacao: { type: Date, required: true },
    terms: { type: Schema.Types.Mixed, required: true },
    location: { type: Schema.Types.Mixed, required: true },
    brCode: { type: String, default: null },
    earlier: { type: [Schema.Types.Mixed], required: true },
  },
  { versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ 'location.token': 1 }, { unique: true });
schema.index({ clientId: 1, criacao: 1 });
schema.index({ txid: 1 });

const idOf = (clientId: string, txid: string): string => `${clientId}/${txid}`;
const fromDocument = ({ _id, version, ...cob }: CobDocument): Cob => cob;

export type CobStore = ReturnType<typeof cobStore>;

/**
 * The charges of every client. One insert per created cob; every later change compares the version it was
 * decided on.
 */
export function cobStore(connection: Connection) {
  const model = connection.model<CobDocument>('Cob', schema, 'cobs');
  const replace = async (before: CobDocument, cob: Cob): Promise<boolean> => {
    const { status, revisao, terms, earlier } = cob;
    const written = await model.updateOne(
      { _id: before._id, version: before.version },
      { $set: { status, revisao, terms, earlier }, $inc: { version: 1 } },
    );
    return written.modifiedCount === 1;
  };

  return {
    ready: async (): Promise<void> => void (await makeIndexesOf(model)),

    /**
     * False when the client has used this txid before. The plain driver call: the cob has just been built
     * from checked terms.
     */
    async insert(cob: Cob): Promise<boolean> {
      try {
        await model.collection.insertOne({ _id: idOf(cob.clientId, cob.txid), version: 0, ...cob } as never);
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },

    /** A cob and every Pix that arrived under its txid, in one reading. */
    async withPix(clientId: string, txid: string): Promise<{ cob: Cob; received: readonly Pix[] } | undefined> {
      const arrived = [{ $match: { clientId, txid } }, { $sort: { receivedAt: 1, _id: 1 } }] as const;
      const [found] = await model.aggregate<CobDocument & { received: PixDocument[] }>([
        { $match: { _id: idOf(clientId, txid) } },
        { $lookup: { from: PIX_COLLECTION, pipeline: [...arrived], as: 'received' } },
      ]);
      if (found === undefined) return undefined;
      const { received, ...cob } = found;
      return { cob: fromDocument(cob), received: received.map(fromPixDocument) };
    },

    /**
     * Decides on the newest state until the write of that state wins; undefined when there is no such cob.
     */
    async update(clientId: string, txid: string, decide: (cob: Cob) => CobDecision): Promise<CobDecision | undefined> {
      for (;;) {
        const before = await model.findById(idOf(clientId, txid)).lean<CobDocument>().exec();
        if (before === null) return undefined;
        const decision = decide(fromDocument(before));
        if (!decision.ok || (await replace(before, decision.cob))) return decision;
      }
    },

    /**
     * Money arrives for the cob at a location: an active one is concluded, expired or not; a removed or
     * concluded one stays what it is. Answers how it stood before; undefined when there is none.
     */
    async conclude(token: string, session: ClientSession): Promise<Cob | undefined> {
      const paid = { 'location.token': token };
      const active = { ...paid, status: 'ATIVA' as const };
      const concluded = { $set: { status: 'CONCLUIDA' as const }, $inc: { version: 1 } };
      const found =
        (await model.findOneAndUpdate(active, concluded, { session, returnDocument: 'before' }).lean<CobDocument>()) ??
        (await model.findOne(paid, null, { session }).lean<CobDocument>());
      return found === null ? undefined : fromDocument(found);
    },

    async byLocation(token: string): Promise<Cob | undefined> {
      const found = await model.findOne({ 'location.token': token }).lean<CobDocument>().exec();
      return found === null ? undefined : fromDocument(found);
    },

    /** All clients' cobs of one txid: the payer's side may know no more than that. */
    async byTxid(txid: string): Promise<Cob[]> {
      return (
        await model
          .find({ txid: txid as Txid })
          .limit(2)
          .lean<CobDocument[]>()
          .exec()
      ).map(fromDocument);
    },

    async list(clientId: string, filter: CobFilter, page: ListPage): Promise<PagedList<Cob>> {
      const { from, until, debtor, status } = filter;
      if (filter.locationPresent === false) return { total: 0, items: [] };
      const query = {
        clientId,
        criacao: { $gte: from, $lte: until },
        ...(status === undefined ? {} : { status: status as CobStatus }),
        ...(debtor === undefined ? {} : debtorQuery(debtor)),
      };
      const [total, found] = await Promise.all([
        model.countDocuments(query),
        model
          .find(query)
          .sort({ criacao: 1, _id: 1 })
          .skip(page.index * page.size)
          .limit(page.size)
          .lean<CobDocument[]>(),
      ]);
      return { total, items: found.map(fromDocument) };
    },
  };
}

const debtorQuery = (debtor: { readonly cpf: string } | { readonly cnpj: string }) =>
  'cpf' in debtor ? { 'terms.devedor.cpf': debtor.cpf } : { 'terms.devedor.cnpj': debtor.cnpj };

import type { Txid } from '@gx/core';
import { isDuplicateKey, makeIndexesOf } from '@gx/runtime/mongo';
import { type ClientSession, type Connection, Schema } from 'mongoose';
import type { Cob, CobDecision, CobStatus } from '../domain/cob.ts';
import type { ListPage, Paged } from '../domain/page.ts';

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
  const replace = async (before: CobDocument, cob: Cob, session: ClientSession | null): Promise<boolean> => {
    const { status, revisao, terms, earlier } = cob;
    const written = await model.updateOne(
      { _id: before._id, version: before.version },
      { $set: { status, revisao, terms, earlier }, $inc: { version: 1 } },
      session === null ? {} : { session },
    );
    return written.modifiedCount === 1;
  };
  const load = (clientId: string, txid: string, session: ClientSession | null = null): Promise<CobDocument | null> =>
    model.findById(idOf(clientId, txid), null, { session }).lean<CobDocument>().exec();

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

    async get(clientId: string, txid: string): Promise<Cob | undefined> {
      const found = await load(clientId, txid);
      return found === null ? undefined : fromDocument(found);
    },

    /**
     * Decides on the newest state until the write of that state wins; undefined when there is no such cob.
     */
    async update(clientId: string, txid: string, decide: (cob: Cob) => CobDecision): Promise<CobDecision | undefined> {
      for (;;) {
        const before = await load(clientId, txid);
        if (before === null) return undefined;
        const decision = decide(fromDocument(before));
        if (!decision.ok || (await replace(before, decision.cob, null))) return decision;
      }
    },

    /**
     * One reading inside a transaction, and the write that only stands if nobody else changed the cob
     * meanwhile.
     */
    async inTransaction(clientId: string, txid: string, session: ClientSession) {
      const before = await load(clientId, txid, session);
      if (before === null) return undefined;
      return { cob: fromDocument(before), replace: (cob: Cob): Promise<boolean> => replace(before, cob, session) };
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

    async list(clientId: string, filter: CobFilter, page: ListPage): Promise<Paged<Cob>> {
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

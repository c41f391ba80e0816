import { isDuplicateKey, makeIndexesOf } from '@gx/runtime/mongo';
import { type ClientSession, type Connection, Schema } from 'mongoose';
import type { PixOut } from '../domain/pix-out.ts';

type PixOutDocument = PixOut & { readonly _id: string; readonly version: number };

const schema = new Schema<PixOutDocument>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    clientId: { type: String, required: true },
    idEnvio: { type: String, required: true },
    endToEndId: { type: String, required: true },
    amount: { type: Number, required: true },
    chave: { type: String, required: true },
    destination: { type: String, required: true },
    infoPagador: { type: String },
    status: { type: String, required: true },
    code: { type: String },
    motivo: { type: String },
    requestedAt: { type: Date, required: true },
    paidAt: { type: Date },
    history: { type: [Schema.Types.Mixed], required: true },
    steps: { type: [Schema.Types.Mixed], required: true },
    dueAt: { type: Date },
  },
  { versionKey: false, strict: 'throw' },
);
schema.index({ dueAt: 1 }, { sparse: true });
schema.index({ idEnvio: 1 });
schema.index({ clientId: 1, _id: 1 });

const idOf = (clientId: string, idEnvio: string): string => `${clientId}/${idEnvio}`;
const fromDocument = ({ _id, version, ...pixOut }: PixOutDocument): PixOut => pixOut;

export type PixOutStore = ReturnType<typeof pixOutStore>;

/**
 * The Pix that clients sent. An id serves a client once; every later change compares the version it was
 * decided on.
 */
export function pixOutStore(connection: Connection) {
  const model = connection.model<PixOutDocument>('PixOut', schema, 'pix_out');
  return {
    ready: async (): Promise<void> => void (await makeIndexesOf(model)),

    /** False when the client has used this id before. */
    async insert(pixOut: PixOut): Promise<boolean> {
      try {
        await model.create([{ ...pixOut, _id: idOf(pixOut.clientId, pixOut.idEnvio), version: 0 }]);
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },

    async get(clientId: string, idEnvio: string): Promise<PixOut | undefined> {
      const found = await model.findById(idOf(clientId, idEnvio)).lean<PixOutDocument>().exec();
      return found === null ? undefined : fromDocument(found);
    },

    /** All clients' Pix of one id. */
    byId: async (idEnvio: string): Promise<PixOut[]> =>
      (await model.find({ idEnvio }).limit(2).lean<PixOutDocument[]>().exec()).map(fromDocument),

    /** Those whose next step is due, the longest due first. */
    due: async (now: Date, limit: number): Promise<PixOut[]> =>
      (
        await model
          .find({ dueAt: { $lte: now } })
          .sort({ dueAt: 1 })
          .limit(limit)
          .lean<PixOutDocument[]>()
          .exec()
      ).map(fromDocument),

    /** Everything a client sent, in the order of its ids, after the id `after`. */
    ofClient: async (clientId: string, after: string, limit: number): Promise<PixOut[]> =>
      (
        await model
          .find({ clientId, _id: { $gt: idOf(clientId, after) } })
          .sort({ _id: 1 })
          .limit(limit)
          .lean<PixOutDocument[]>()
          .exec()
      ).map(fromDocument),

    /**
     * One reading inside a transaction, and the write that only stands if nobody else changed it meanwhile.
     */
    async inTransaction(clientId: string, idEnvio: string, session: ClientSession) {
      const before = await model.findById(idOf(clientId, idEnvio), null, { session }).lean<PixOutDocument>().exec();
      if (before === null) return undefined;
      const { _id, version } = before;
      return {
        pixOut: fromDocument(before),
        replace: async (pixOut: PixOut): Promise<boolean> => {
          const after = { ...pixOut, version: version + 1 };
          return (await model.replaceOne({ _id, version }, after, { session })).modifiedCount === 1;
        },
      };
    },

    /** What a client sent, by status: how many, and centavos. */
    totals: (clientId: string): Promise<{ _id: string; count: number; amount: number }[]> =>
      model.aggregate([
        { $match: { clientId } },
        { $group: { _id: '$status', count: { $sum: 1 }, amount: { $sum: '$amount' } } },
      ]),
  };
}

import { isDuplicateKey, makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import type { Client } from '../domain/client.ts';

type ClientDocument = Omit<Client, 'clientId'> & { readonly _id: string };

const schema = new Schema<ClientDocument>(
  {
    _id: { type: String, required: true },
    secretHash: { type: String, required: true },
    pixKey: { type: String, required: true },
    name: { type: String, required: true },
    city: { type: String, required: true },
    taxId: { type: String, required: true },
    scopes: { type: [String], required: true },
  },
  { versionKey: false, strict: 'throw' },
);
schema.index({ pixKey: 1 }, { unique: true });

const fromDocument = ({ _id, ...client }: ClientDocument): Client => ({ clientId: _id, ...client });

export type ClientStore = ReturnType<typeof clientStore>;

/**
 * The receivers with an account here, kept in memory as well: each request asks, and only this process writes
 * them.
 */
export function clientStore(connection: Connection) {
  const model = connection.model<ClientDocument>('Client', schema, 'clients');
  const known = new Map<string, Client>();
  const remember = (found: ClientDocument | null): Client | undefined => {
    if (found === null) return undefined;
    const client = fromDocument(found);
    known.set(client.clientId, client);
    return client;
  };
  return {
    ready: async (): Promise<void> => void (await makeIndexesOf(model)),

    /** Adds or replaces a client; false when another client owns the key. */
    async put({ clientId, ...rest }: Client): Promise<boolean> {
      try {
        await model.replaceOne({ _id: clientId }, rest, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
      known.set(clientId, { clientId, ...rest });
      return true;
    },

    get: async (clientId: string): Promise<Client | undefined> =>
      known.get(clientId) ?? remember(await model.findById(clientId).lean<ClientDocument>().exec()),

    byPixKey: async (pixKey: string): Promise<Client | undefined> =>
      remember(await model.findOne({ pixKey }).lean<ClientDocument>().exec()),
  };
}

import { isDuplicateKey } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { Client } from '../domain/client.ts';

type ClientDocument = Omit<Client, 'clientId'> & { readonly _id: string };

const fromDocument = ({ _id, ...client }: ClientDocument): Client => ({ clientId: _id, ...client });

/**
 * The receivers with an account here, kept in memory as well: each request asks, and only this process writes
 * them.
 */
export function clientStore(connection: Connection) {
  const collection = connection.collection<ClientDocument>('clients');
  const known = new Map<string, Client>();
  const remember = (found: ClientDocument | null): Client | undefined => {
    if (found === null) return undefined;
    const client = fromDocument(found);
    known.set(client.clientId, client);
    return client;
  };
  return {
    ready: async (): Promise<void> => void (await collection.createIndex({ pixKey: 1 }, { unique: true })),

    /** Adds or replaces a client; false when another client owns the key. */
    async put({ clientId, ...rest }: Client): Promise<boolean> {
      try {
        await collection.replaceOne({ _id: clientId }, rest, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
      known.set(clientId, { clientId, ...rest });
      return true;
    },

    get: async (clientId: string): Promise<Client | undefined> =>
      known.get(clientId) ?? remember(await collection.findOne({ _id: clientId })),

    byPixKey: async (pixKey: string): Promise<Client | undefined> => remember(await collection.findOne({ pixKey })),
  };
}

import mongoose from 'mongoose';
import type { Stage } from '../stage/stage.ts';

export type BookOf = 'charge' | 'ledger' | 'refund' | 'payout' | 'webhooks' | 'keys' | 'bank';

/** A look into every database of a stage, as only a test may. */
export type Books = {
  readonly of: (service: BookOf) => mongoose.mongo.Db;
  readonly close: () => Promise<void>;
};

/** What a majority has, and nothing else: what is looked at here will not be taken back. */
export async function openBooks({ environment, namespace }: Stage): Promise<Books> {
  const client = await new mongoose.mongo.MongoClient(environment.servers.mongoUrl, {
    appName: 'observer',
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: 60_000,
  }).connect();
  return { of: (service) => client.db(`${namespace}gx_${service}`), close: () => client.close() };
}

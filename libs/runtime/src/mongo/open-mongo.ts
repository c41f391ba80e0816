import type { Connection } from 'mongoose';
import type { Host } from '../service/run-service.ts';
import { connectMongo } from './mongo.ts';

type Where = { readonly MONGO_URL: string; readonly MONGO_DB: string };

/** The database of a service: connected, closed when the service stops, and part of whether it is ready. */
export async function openMongo(host: Host, { MONGO_URL: url, MONGO_DB: db }: Where): Promise<Connection> {
  const { log, life, health, name, faultHook } = host;
  const connection = await connectMongo({ url, db, log, name, faultHook });
  life.onStop('mongodb', () => connection.destroy());
  health.check('mongodb', async () => void (await connection.db?.command({ ping: 1 })));
  return connection;
}

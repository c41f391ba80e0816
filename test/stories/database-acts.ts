import type mongoose from 'mongoose';

type Db = mongoose.mongo.Db;

/** Every way into a database: each is to be refused at another's. */
const ACTS: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
  list: (db) => db.listCollections().toArray(),
  read: (db) => db.collection('leases').findOne(),
  write: (db) => db.collection('leases').insertOne({ at: new Date() }),
  index: (db) => db.collection('leases').createIndex({ at: 1 }),
  drop: (db) => db.dropDatabase(),
  'make a user of': (db) => db.command({ createUser: 'me', pwd: 'me', roles: ['readWrite'] }),
};

const NOT_ALLOWED = 13;

/** Whether the database has refused it for want of a right. */
export const isDenied = (query: Promise<unknown>): Promise<boolean> =>
  query.then(
    () => false,
    (error: { readonly code?: unknown }) => error.code === NOT_ALLOWED,
  );

/** What was let of all acts in these databases, by somebody who may do nothing there. */
export async function lettings(client: mongoose.mongo.MongoClient, databases: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const database of databases)
    for (const [act, go] of Object.entries(ACTS))
      if (!(await isDenied(go(client.db(database))))) found.push(`${act} ${database}`);
  return found;
}

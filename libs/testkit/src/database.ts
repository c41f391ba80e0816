import { MONGO_GUARANTEES } from '@gx/runtime/mongo';
import mongoose, { type Connection } from 'mongoose';
import { servers, uniqueName } from './servers.ts';

export type TestDatabase = {
  readonly url: string;
  readonly db: string;
  readonly connection: Connection;
  readonly drop: () => Promise<void>;
};

/**
 * A database of the test's own, with a connection that sees what the services see: a plain one would see
 * writes before they do. `t.teardown(database.drop)`. `url`: of a server of its own, too.
 */
export async function testDatabase(kind: string, url = servers().mongoUrl): Promise<TestDatabase> {
  const db = uniqueName(kind);
  const options = { ...MONGO_GUARANTEES, dbName: db, autoIndex: false };
  const connection = await mongoose.createConnection(url, options).asPromise();
  return {
    url,
    db,
    connection,
    drop: async () => {
      await connection.dropDatabase();
      await connection.close();
    },
  };
}

import mongoose, { type Connection } from 'mongoose';
import { servers, uniqueName } from './servers.ts';

export type TestDatabase = {
  readonly url: string;
  readonly db: string;
  readonly connection: Connection;
  readonly drop: () => Promise<void>;
};

/**
 * A database of the test's own, with a plain connection for looking into it: it sees writes that a majority
 * does not have yet, which services see a moment later. `t.teardown(database.drop)`. `url`: of a server of
 * its own, too.
 */
export async function testDatabase(kind: string, url = servers().mongoUrl): Promise<TestDatabase> {
  const db = uniqueName(kind);
  const connection = await mongoose.createConnection(url, { dbName: db, autoIndex: false }).asPromise();
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

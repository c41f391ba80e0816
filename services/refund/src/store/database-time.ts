import type { Connection } from 'mongoose';

/** The database's clock: due times are compared with it alone, so that a replica with a wrong clock does no harm. */
export async function databaseTime(connection: Connection): Promise<Date> {
  const { localTime } = await connection.getClient().db().admin().command({ hello: 1 });
  return localTime as Date;
}

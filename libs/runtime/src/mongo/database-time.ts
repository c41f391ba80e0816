import type { Connection } from 'mongoose';

/**
 * The database's clock: due times are compared with it alone, so that a replica with a wrong clock does no
 * harm.
 */
export async function databaseTime(connection: Connection): Promise<Date> {
  const { localTime } = await connection.getClient().db().admin().command({ hello: 1 });
  return localTime as Date;
}

const ASK_EVERY_MS = 60_000;

/**
 * The database's time, carried on by this process's monotonic clock and asked for anew once a minute: for
 * writes that are more frequent than a question is worth. It is ahead by at most the time of one answer, and
 * behind only by a minute's drift, another primary's clock, or a suspended machine.
 */
export function databaseClock(connection: Connection): () => Promise<Date> {
  let queriedAtMs = Number.NEGATIVE_INFINITY;
  let ahead: Promise<number>;
  const ask = async (): Promise<number> => {
    const sentAtMs = performance.now();
    return (await databaseTime(connection)).getTime() - sentAtMs;
  };
  return async () => {
    if (performance.now() - queriedAtMs > ASK_EVERY_MS) {
      queriedAtMs = performance.now();
      ahead = ask();
      ahead.catch(() => {
        queriedAtMs = Number.NEGATIVE_INFINITY;
      });
    }
    const aheadMs = await ahead;
    return new Date(Math.ceil(performance.now() + aheadMs));
  };
}

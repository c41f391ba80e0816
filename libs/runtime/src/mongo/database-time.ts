import type { Connection } from 'mongoose';

/** The database's clock: due times are compared with it alone, so that a replica with a wrong clock does no harm. */
export async function databaseTime(connection: Connection): Promise<Date> {
  const { localTime } = await connection.getClient().db().admin().command({ hello: 1 });
  return localTime as Date;
}

const ASK_EVERY_MS = 60_000;

/**
 * The same as this process's monotonic clock tells it, asked for anew once a minute: for what is written so often that asking each time would cost more than
 * the write. It may be ahead by as long as the database took to answer, and is not behind, but for what clocks drift in a minute: another
 * primary's may differ, and ours stands still while the machine is suspended.
 */
export function databaseClock(connection: Connection): () => Promise<Date> {
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let ahead: Promise<number>;
  const ask = async (): Promise<number> => {
    const sentAtMs = performance.now();
    return (await databaseTime(connection)).getTime() - sentAtMs;
  };
  return async () => {
    if (performance.now() - askedAtMs > ASK_EVERY_MS) {
      askedAtMs = performance.now();
      ahead = ask();
      ahead.catch(() => {
        askedAtMs = Number.NEGATIVE_INFINITY;
      });
    }
    const aheadMs = await ahead;
    return new Date(Math.ceil(performance.now() + aheadMs));
  };
}

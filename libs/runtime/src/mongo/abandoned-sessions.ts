import type { ClientSession, Connection, mongo } from 'mongoose';

/** Ends what runs in these sessions. To MongoDB an empty list would mean everybody's. */
export async function endSessions(connection: Connection, ids: readonly mongo.Binary[]): Promise<void> {
  if (ids.length > 0) await connection.db?.command({ killSessions: ids.map((id) => ({ id })) });
}

/**
 * Sessions that lost their server inside a transaction: the server may never have heard that they were given
 * up, and would keep their locks as it keeps a dead replica's.
 */
export function abandonedSessions(connection: Connection) {
  const abandoned = new Set<mongo.Binary>();
  const endAbandoned = async (): Promise<void> => {
    const ids = [...abandoned];
    await endSessions(connection, ids);
    for (const id of ids) abandoned.delete(id);
  };
  return {
    /** Ends one now; if the server cannot be told, the next `endAbandoned` tells it. */
    async abandon(session: ClientSession): Promise<void> {
      const id = session.id?.id;
      if (id === undefined) return;
      abandoned.add(id);
      await endAbandoned().catch(() => 'the next beat reports it');
    },
    endAbandoned,
  };
}

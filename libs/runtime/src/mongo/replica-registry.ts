import type { ClientSession, Collection, Connection, mongo } from 'mongoose';
import { abandonedSessions, endSessions } from './abandoned-sessions.ts';

type ReplicaDocument = {
  readonly _id: string;
  readonly sessions: readonly mongo.Binary[];
  readonly seenAt: Date;
  /** Set once somebody has ended its transactions for the first time. */
  readonly goneAt?: Date;
};

/**
 * Far above the sessions that one process has in transactions at once; the least used are forgotten first.
 */
const SESSIONS_MAX = 256;
const GONE_AFTER_MS = 4_000;
/**
 * MongoDB itself ends a transaction after 60 s; whatever a dead replica's kernel still delivers until then is
 * ended here.
 */
const FORGOTTEN_AFTER_MS = 70_000;

/**
 * Which replicas live, and in which sessions they write. A process that is killed inside a transaction leaves
 * its locks behind, and MongoDB keeps them for more than a minute: so long nobody could write to the same
 * documents. Here the others learn the dead one's sessions and end them. It is safe to be wrong: a living
 * process whose transaction was ended begins again, and one that wakes up late cannot commit what was taken
 * from it.
 */
export function replicaRegistry(connection: Connection, owner: string, goneAfterMs = GONE_AFTER_MS) {
  const replicas = connection.collection<ReplicaDocument>('replicas');
  const sessions = new Map<string, mongo.Binary>();
  let writtenAt = Number.NEGATIVE_INFINITY;
  let lastWrite: Promise<unknown> = Promise.resolve();

  /** One write at a time, each with what is known when it starts: an older list never follows a newer one. */
  const write = (): Promise<void> => {
    const written = lastWrite.then(async () => {
      const startedAt = performance.now();
      const set = { seenAt: '$$NOW', sessions: [...sessions.values()] };
      await replicas.updateOne({ _id: owner }, [{ $set: set }, { $unset: 'goneAt' }], { upsert: true });
      writtenAt = startedAt;
    });
    lastWrite = written.catch(() => 'its own caller gets the error');
    return written;
  };

  return {
    /**
     * Makes a session known before its first transaction; afterwards it costs nothing, unless this replica
     * was silent for so long that the others may have forgotten it.
     */
    async register(session: ClientSession): Promise<void> {
      const id = session.id?.id;
      if (id === undefined) throw new Error('a session that has ended');
      const name = id.toString('hex');
      const known = sessions.delete(name);
      sessions.set(name, id);
      if (sessions.size > SESSIONS_MAX) sessions.delete([...sessions.keys()][0] as string);
      const isForgotten = performance.now() - writtenAt > goneAfterMs;
      if (known && !isForgotten) return;
      try {
        await write();
      } catch (error) {
        sessions.delete(name);
        throw error;
      }
    },

    ...abandonedSessions(connection),

    /** Says that this replica lives. */
    heartbeat: (): Promise<void> => write(),

    /** Ends the transactions of the dead; answers how many are newly gone. */
    abortOrphans: (): Promise<number> => abortOrphans(connection, replicas, goneAfterMs),

    /** A replica that stops in order has no transaction left. */
    async leave(): Promise<void> {
      await lastWrite;
      await replicas.deleteOne({ _id: owner });
    },
  };
}
export type ReplicaRegistry = ReturnType<typeof replicaRegistry>;

/**
 * Ends the transactions of replicas that have not been seen for a while; answers how many are newly gone.
 * Each is kept in mind for a minute: what it sent last may reach the database after it was buried, and would
 * open a transaction that nobody ends.
 */
async function abortOrphans(
  connection: Connection,
  replicas: Collection<ReplicaDocument>,
  goneAfterMs: number,
): Promise<number> {
  // What the primary knows now: on a slow majority everybody living would look long gone.
  const dead = await replicas.find(unseenFor(goneAfterMs), { readConcern: { level: 'local' } }).toArray();
  let newlyGone = 0;
  for (const { _id, sessions: left, seenAt, goneAt } of dead) {
    await endSessions(connection, left);
    if (goneAt !== undefined) continue;
    const first = { _id, seenAt, goneAt: { $exists: false } };
    const { modifiedCount } = await replicas.updateOne(first, [{ $set: { goneAt: '$$NOW' } }]);
    newlyGone += modifiedCount;
  }
  // Only whose sessions have just been ended: a replica seen meanwhile is not unseen.
  if (dead.length > 0)
    await replicas.deleteMany({ _id: { $in: dead.map(({ _id }) => _id) }, ...unseenFor(FORGOTTEN_AFTER_MS) });
  return newlyGone;
}

const unseenFor = (ms: number) => ({ $expr: { $lt: ['$seenAt', { $subtract: ['$$NOW', ms] }] } });

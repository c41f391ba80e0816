import type { ClientSession, mongo } from 'mongoose';
import { abandonedSessions, endSessions } from './abandoned-sessions.ts';
import type { LedgerModels } from './models.ts';

type ReplicaDocument = { readonly _id: string; readonly sessions: readonly mongo.Binary[]; readonly seenAt: Date };

/** Far above the sessions that one process has in transactions at once; the least used are forgotten first. */
const SESSIONS_MAX = 256;
const GONE_AFTER_MS = 4_000;

/**
 * Which replicas live, and in which sessions they write. A process that is killed inside a transaction leaves its locks
 * behind, and MongoDB keeps them for more than a minute: so long nobody could credit that wallet. Here the others learn
 * the dead one's sessions and end them. It is safe to be wrong: a living process whose transaction was ended folds
 * again, and one that wakes up late cannot commit what was taken from it.
 */
export function replicaRoll({ connection }: LedgerModels, owner: string, goneAfterMs = GONE_AFTER_MS) {
  const replicas = connection.collection<ReplicaDocument>('replicas');
  const sessions = new Map<string, mongo.Binary>();
  let lastWrite: Promise<unknown> = Promise.resolve();

  /** One write at a time, each with what is known when it starts: an older list never follows a newer one. */
  const write = (): Promise<void> => {
    const written = lastWrite.then(async () => {
      const set = { seenAt: '$$NOW', sessions: [...sessions.values()] };
      await replicas.updateOne({ _id: owner }, [{ $set: set }], { upsert: true });
    });
    lastWrite = written.catch(() => 'its own caller is told');
    return written;
  };

  return {
    /** Makes a session known before its first transaction; afterwards it costs nothing. */
    async enlist(session: ClientSession): Promise<void> {
      const id = session.id?.id;
      if (id === undefined) throw new Error('a session that has ended');
      const name = id.toString('hex');
      const known = sessions.delete(name);
      sessions.set(name, id);
      if (sessions.size > SESSIONS_MAX) sessions.delete([...sessions.keys()][0] as string);
      if (!known) await write();
    },

    ...abandonedSessions(connection),

    /** Says that this replica lives. */
    beat: (): Promise<void> => write(),

    /** Ends the transactions of replicas that have not been seen for a while; answers how many there were. */
    async buryDead(): Promise<number> {
      const gone = { $expr: { $lt: ['$seenAt', { $subtract: ['$$NOW', goneAfterMs] }] } };
      // What the primary knows now: on a slow majority everybody living would look long gone.
      const dead = await replicas.find(gone, { readConcern: { level: 'local' } }).toArray();
      for (const { _id, sessions: left, seenAt } of dead) {
        await endSessions(connection, left);
        await replicas.deleteOne({ _id, seenAt });
      }
      return dead.length;
    },

    /** A replica that stops in order has no transaction left. */
    async leave(): Promise<void> {
      await lastWrite;
      await replicas.deleteOne({ _id: owner });
    },
  };
}
export type ReplicaRoll = ReturnType<typeof replicaRoll>;

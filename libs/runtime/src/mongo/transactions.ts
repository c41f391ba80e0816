import type { ClientSession, Connection } from 'mongoose';
import { isDatabaseUnavailable, SNAPSHOT_TRANSACTION } from './mongo.ts';
import type { ReplicaRegistry } from './replica-registry.ts';

/**
 * Runs in one transaction what is given; `attempt` counts from 1, for others may write to the same documents.
 */
export type Transactions = <T>(work: (session: ClientSession, attempt: number) => Promise<T>) => Promise<T>;

/**
 * Transactions that hold up nobody for long, whatever becomes of their process: the registry knows their
 * sessions before they begin, and ends what its server may not know to be given up.
 */
export const transactionsOn =
  (connection: Connection, registry: Pick<ReplicaRegistry, 'register' | 'abandon'>): Transactions =>
  (work) =>
    connection.withSession(async (session) => {
      await registry.register(session);
      let attempt = 0;
      let isCutOff = false;
      const attemptOnce = async () => {
        attempt += 1;
        try {
          return await work(session, attempt);
        } catch (error) {
          isCutOff ||= isDatabaseUnavailable(error);
          throw error;
        }
      };
      try {
        return await session.withTransaction(attemptOnce, SNAPSHOT_TRANSACTION);
      } catch (error) {
        if (isCutOff || isDatabaseUnavailable(error)) await registry.abandon(session);
        throw error;
      }
    });

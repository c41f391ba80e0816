import type { ClientSession, Connection, mongo } from 'mongoose';
import { isDatabaseUnavailable } from './mongo.ts';
import type { ReplicaRegistry } from './replica-registry.ts';

export type RegisteredTransaction = {
  readonly connection: Connection;
  readonly registry: Pick<ReplicaRegistry, 'register' | 'abandon'>;
  readonly options: mongo.TransactionOptions;
};

/**
 * Runs a transaction whose locks outlive neither this process nor its connection: others know in which session
 * it is. `work` runs again, as its `attempt`, where MongoDB wants that.
 */
export const registeredTransaction = <T>(
  { connection, registry, options }: RegisteredTransaction,
  work: (session: ClientSession, attempt: number) => Promise<T>,
): Promise<T> =>
  connection.withSession(async (session) => {
    await registry.register(session);
    let attempt = 0;
    let isCutOff = false;
    const attemptOnce = async (): Promise<T> => {
      attempt += 1;
      try {
        return await work(session, attempt);
      } catch (error) {
        isCutOff ||= isDatabaseUnavailable(error);
        throw error;
      }
    };
    try {
      return await session.withTransaction(attemptOnce, options);
    } catch (error) {
      if (isCutOff || isDatabaseUnavailable(error)) await registry.abandon(session);
      throw error;
    }
  });

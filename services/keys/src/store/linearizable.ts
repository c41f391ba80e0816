import type { Aggregate, Query } from 'mongoose';

/**
 * How long the server may take to confirm. A gateway asks again within its lease; a user waits for a database
 * that is slow, an operator for one that is busy.
 */
export const CONFIRM_MS_MAX = { forGateway: 800, forUser: 2_000, forOperator: 10_000 } as const;

/**
 * The server confirms with a majority that it is still the primary before it answers, so one that was deposed
 * without knowing can never vouch for what was revoked at its successor.
 */
export function linearizable<Result, Document>(
  query: Query<Result, Document>,
  maxTimeMs: number,
): Query<Result, Document> {
  return query.read('primary').readConcern('linearizable').maxTimeMS(maxTimeMs);
}

/** The same of several documents that are read by one command. */
export const linearizableJoin = <Result>(aggregate: Aggregate<Result>, maxTimeMS: number): Aggregate<Result> =>
  aggregate.read('primary').readConcern('linearizable').option({ maxTimeMS });

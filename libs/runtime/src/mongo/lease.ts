import type { Connection } from 'mongoose';
import { ELSEWHERE } from '../service/job.ts';
import { isDuplicateKey } from './mongo.ts';

type LeaseDocument = { _id: string; owner: string; until: Date };
export type Lease = {
  readonly connection: Connection;
  readonly name: string;
  readonly owner: string;
  readonly ttlMs: number;
};

/**
 * Takes or renews the lease `name` for `owner` by the database's clock; false when another owner has it. A
 * lease only keeps replicas from doing the same work twice: what it guards must still be safe when two do.
 */
export async function acquireLease({ connection, name, owner, ttlMs }: Lease): Promise<boolean> {
  const leases = connection.collection<LeaseDocument>('leases');
  const free = { $or: [{ $eq: ['$owner', owner] }, { $lt: ['$until', '$$NOW'] }] };
  try {
    const lease = await leases.findOneAndUpdate(
      { _id: name },
      [
        {
          $set: {
            owner: { $cond: [free, owner, '$owner'] },
            until: { $cond: [free, { $add: ['$$NOW', ttlMs] }, '$until'] },
          },
        },
      ],
      { upsert: true, returnDocument: 'after' },
    );
    return lease?.owner === owner;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Gives the lease back, so that the next replica need not wait for its end. */
export async function releaseLease({ connection, name, owner }: Omit<Lease, 'ttlMs'>): Promise<void> {
  await connection.collection<LeaseDocument>('leases').deleteOne({ _id: name, owner });
}

/** Asks for the lease again where a good part of it is over; false when another owner has it by now. */
export type KeepLease = () => Promise<boolean>;

/**
 * Runs `fn` if the lease can be had, and gives it back afterwards; ELSEWHERE when another owner has it. What
 * may take longer than the lease calls `keep` after each step and begins no other when it says no. Only steps
 * renew: a process that stands still, or is stuck in one, loses the lease.
 */
export async function withLease<T>(lease: Lease, fn: (keep: KeepLease) => Promise<T>): Promise<T | typeof ELSEWHERE> {
  let acquiredAt = Number.NEGATIVE_INFINITY;
  const keep = async (): Promise<boolean> => {
    const requestedAt = performance.now();
    if (requestedAt - acquiredAt < lease.ttlMs / 3) return true;
    const isOurs = await acquireLease(lease);
    if (isOurs) acquiredAt = requestedAt;
    return isOurs;
  };
  if (!(await keep())) return ELSEWHERE;
  try {
    return await fn(keep);
  } finally {
    await releaseLease(lease);
  }
}

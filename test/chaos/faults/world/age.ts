import mongoose from 'mongoose';
import type { Service } from './services.ts';
import type { Worker } from './worker.ts';

/**
 * Long enough to be taken for dead, and several times of it to be forgotten: what it sent last is ended as
 * well.
 */
export const GONE_MS = 20_000;
/** Beyond what a dead one is kept in mind for. */
export const FORGOTTEN_MS = 100_000;

/**
 * Which stored instants the product compares with the database's clock: leases, due times, when it last did
 * something. When a replica was last seen moves for the dead alone: the living also count by a clock of their
 * own, and know that they were not silent.
 */
// biome-ignore format: one row per collection, read as a table
export const COMPARED: Readonly<Partial<Record<Service, Readonly<Record<string, readonly string[]>>>>> = {
  charge: {
    charges:      ['lease.until', 'closing.at'],
    provider_callbacks: ['dueAt'],
    leases:       ['until'],
    sweeps:       ['readUntil', 'lookedBackAt'],
    statistics_cells: ['restUntil'],
  },
  ledger: {
    leases:       ['until'],
  },
  refund: {
    refunds:      ['dueAt', 'claimedAt', 'triggeredAt'],
    leases:       ['until'],
  },
  payout: {
    payouts:      ['dueAt', 'claimedAt', 'triggeredAt'],
    leases:       ['until'],
  },
  webhooks: {
    deliveries:   ['dueAt', 'nextRetryAt'],
    leases:       ['until'],
  },
};

/**
 * Lets time pass: every stored instant that a job or a lease compares with now moves into the past. What the
 * bank and payers know stays as it is, and no clock is touched. To a service it looks as if nobody had come
 * by for so long.
 */
export async function age(worker: Worker, ms: number): Promise<void> {
  const tables = Object.entries(COMPARED) as [Service, Readonly<Record<string, readonly string[]>>][];
  await Promise.all(
    tables.flatMap(([service, collections]) =>
      Object.entries(collections).map(([name, paths]) => shift(worker.database(service).collection(name), paths, ms)),
    ),
  );
  await Promise.all([ageFirstLeases(worker, ms), ageDue(worker, ms)]);
}

/** Lets the dead replicas of a service look gone to the living for so long. */
export const ageDead = (worker: Worker, service: Service, living: readonly string[], ms: number): Promise<void> =>
  shift(worker.database(service).collection('replicas'), ['seenAt'], ms, {
    _id: { $nin: living.map((name) => new RegExp(`^${name}:`)) },
  });

async function shift(
  collection: mongoose.mongo.Collection,
  paths: readonly string[],
  ms: number,
  which: object = {},
): Promise<void> {
  const present = paths.map((path) => ({ [path]: { $type: 'date' } }));
  await collection.updateMany({ ...which, $or: present }, [
    { $set: Object.assign({}, ...paths.map((path) => earlier(path, ms))) },
  ]);
}

function earlier(path: string, ms: number): Record<string, unknown> {
  const [field = '', inner] = path.split('.');
  const moved = { $subtract: [`$${path}`, ms] };
  const value = inner === undefined ? moved : { $mergeObjects: [`$${field}`, { [inner]: moved }] };
  return { [field]: { $cond: [{ $eq: [{ $type: `$${path}` }, 'date'] }, value, `$${field}`] } };
}

/**
 * Due work of charges, disputes, unmatched payments and refunds; the time of a charge itself is what payers
 * know.
 */
async function ageDue(worker: Worker, ms: number): Promise<void> {
  const isAged = { $not: [{ $regexMatch: { input: '$$entry.k', regex: /^expiry:/ } }] };
  const earlier = { k: '$$entry.k', v: { $cond: [isAged, { $subtract: ['$$entry.v', ms] }, '$$entry.v'] } };
  const entries = { $map: { input: { $objectToArray: '$due' }, as: 'entry', in: earlier } };
  const documents = [
    worker.database('charge').collection('charges'),
    worker.database('charge').collection('disputes'),
    worker.database('charge').collection('unmatched_payments'),
    worker.database('refund').collection('refunds'),
    worker.database('payout').collection('payouts'),
  ] as const;
  for (const collection of documents)
    await collection.updateMany({ due: { $nin: [null, {}] } }, [{ $set: { due: { $arrayToObject: entries } } }]);
}

/** The first lease of a creation counts from a timestamp, which no pipeline can make. */
async function ageFirstLeases(worker: Worker, ms: number): Promise<void> {
  const charges = worker.database('charge').collection('charges');
  const open = await charges.find({ status: 'PENDING' }, { projection: { insertedAt: 1 } }).toArray();
  await Promise.all(
    open.map(({ _id, insertedAt }) => {
      const { t, i } = insertedAt as mongoose.mongo.Timestamp;
      const then = new mongoose.mongo.Timestamp({ t: t - Math.ceil(ms / 1_000), i });
      return charges.updateOne({ _id, insertedAt }, { $set: { insertedAt: then } });
    }),
  );
}

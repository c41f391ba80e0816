import type { Tenant } from '@gx/core';
import type { AnyBulkWriteOperation, ClientSession, Connection } from 'mongoose';
import { batched } from '../work/batched.ts';
import {
  LimitBook,
  type LimitClaimant,
  type LimitClaimResult,
  type LimitLikeness,
  type LimitShare,
  type LimitStep,
  type LimitWrites,
  type StandingClaim,
  totalsOf,
  type UnlikeClaimResult,
} from './limit-book.ts';
import type { Transactions } from './transactions.ts';

export type LimitClaims = ReturnType<typeof limitClaims>;

type ClaimDocument = Tenant & StandingClaim & { _id: string; until: Date };
/** The sum of a total, or how many claims name a thing that is counted once. */
type TotalDocument = Tenant & { _id: string; sum: number; until: Date };

const COLLECTIONS = { claims: 'limit_claims', totals: 'limit_totals' } as const;
const EXPIRED = { name: 'expired', expireAfterSeconds: 0 } as const;
const LIKENESS = { name: 'likeness', partialFilterExpression: { 'like.name': { $exists: true } } } as const;
/** Of one tenant in one transaction. */
const STEPS_MAX = 64;

/** Makes the indexes that are missing, and the collections: a transaction makes none of them. */
export async function makeLimitIndexes(connection: Connection): Promise<void> {
  for (const name of Object.values(COLLECTIONS)) await connection.collection(name).createIndex({ until: 1 }, EXPIRED);
  await connection
    .collection(COLLECTIONS.claims)
    .createIndex({ accountId: 1, livemode: 1, 'like.name': 1, 'like.at': -1 }, LIKENESS);
}

const nameOf = ({ accountId, livemode }: Tenant): string => `${accountId}:${livemode ? 'live' : 'test'}`;
const nameIn = (tenant: Tenant, name: string): string => `${nameOf(tenant)}:${name}`;

/**
 * Sums under maxima that hold also among claims at once on several replicas: a claim and all totals that it
 * adds to are one transaction. A claim stands under the id of what it is made for, so it may be repeated; given
 * back, it stays given back, so that an owner who was overtaken cannot claim behind the one who gave it up.
 * What comes for one tenant while its transaction is under way shares the next: a process never waits for
 * itself.
 */
export function limitClaims(connection: Connection, inTransaction: Transactions) {
  const store = limitStore(connection);
  const queues = new Map<string, { readonly add: (step: LimitStep) => Promise<UnlikeClaimResult>; waiting: number }>();

  async function inTurn(step: LimitStep): Promise<UnlikeClaimResult> {
    const { tenant } = step.claimant;
    const name = nameOf(tenant);
    const queue = queues.get(name) ?? {
      add: batched<LimitStep, UnlikeClaimResult>({
        run: (steps) => runSteps(inTransaction, store, tenant, steps),
        maxItems: STEPS_MAX,
      }),
      waiting: 0,
    };
    queues.set(name, queue);
    queue.waiting += 1;
    try {
      return await queue.add(step);
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) queues.delete(name);
    }
  }

  return {
    /** Adds all shares, or none of them. */
    claim: (claimant: LimitClaimant, shares: readonly LimitShare[]): Promise<LimitClaimResult> =>
      inTurn({ kind: 'claim', claimant, shares }) as Promise<LimitClaimResult>,

    /** The same, and nothing either where a claim like it stands. */
    claimUnlessAlike: (
      claimant: LimitClaimant,
      shares: readonly LimitShare[],
      like: LimitLikeness,
    ): Promise<UnlikeClaimResult> => inTurn({ kind: 'claim', claimant, shares, like }),

    /** Which of these have claimed something that they have not given back. */
    standing: (tenant: Tenant, ids: readonly string[]): Promise<string[]> => store.standing(tenant, ids),

    /** Gives everything back, once, also what may yet be claimed under this id. */
    release: async (claimant: LimitClaimant): Promise<void> => void (await inTurn({ kind: 'release', claimant })),

    /** Gives back what one total was given, once; the claim stands on with the others. */
    reduce: async (claimant: LimitClaimant, total: string): Promise<void> =>
      void (await inTurn({ kind: 'reduce', claimant, total })),
  };
}

/** Each step on what the ones before it left, all of them in one transaction. */
const runSteps = (
  inTransaction: Transactions,
  { read, write }: ReturnType<typeof limitStore>,
  tenant: Tenant,
  steps: readonly LimitStep[],
): Promise<readonly UnlikeClaimResult[]> =>
  inTransaction(async (session) => {
    const book = await read(session, tenant, steps);
    const results = steps.map((step) => book.apply(step));
    await write(session, tenant, book.writes);
    return results;
  });

function limitStore(connection: Connection) {
  const claims = connection.collection<ClaimDocument>(COLLECTIONS.claims);
  const totals = connection.collection<TotalDocument>(COLLECTIONS.totals);

  /** When the last claim of each of these names was made that stands. */
  async function lastAlike(session: ClientSession, { accountId, livemode }: Tenant, names: readonly string[]) {
    if (names.length === 0) return new Map<string, Date>();
    const stages = [
      { $match: { accountId, livemode, 'like.name': { $in: [...names] } } },
      { $group: { _id: '$like.name', at: { $max: '$like.at' } } },
    ];
    const found = await claims.aggregate<{ _id: string; at: Date }>(stages, { session }).toArray();
    return new Map(found.map(({ _id, at }) => [_id, at]));
  }

  return {
    async standing(tenant: Tenant, ids: readonly string[]): Promise<string[]> {
      const names = new Map(ids.map((id) => [nameIn(tenant, id), id]));
      const found = await claims
        .find({ _id: { $in: [...names.keys()] }, isReleased: false }, { projection: { _id: 1 } })
        .toArray();
      return found.flatMap(({ _id }) => names.get(_id) ?? []);
    },

    async read(session: ClientSession, tenant: Tenant, steps: readonly LimitStep[]): Promise<LimitBook> {
      const ids = new Map(steps.map(({ claimant }) => [nameIn(tenant, claimant.id), claimant.id]));
      const standing = await claims.find({ _id: { $in: [...ids.keys()] } }, { session }).toArray();
      const claimed = steps.flatMap((step) => (step.kind === 'claim' ? [step] : []));
      const shares = [...standing.flatMap((claim) => claim.shares), ...claimed.flatMap((step) => step.shares)];
      const names = new Map(totalsOf(shares).map((name) => [nameIn(tenant, name), name]));
      const sums =
        names.size === 0 ? [] : await totals.find({ _id: { $in: [...names.keys()] } }, { session }).toArray();
      const guarded = claimed.flatMap(({ like }) => (like?.notSince === undefined ? [] : [like.name]));
      return new LimitBook(
        new Map(standing.map((claim) => [ids.get(claim._id) ?? '', claim])),
        new Map(sums.map(({ _id, sum }) => [names.get(_id) ?? '', sum])),
        await lastAlike(session, tenant, [...new Set(guarded)]),
      );
    },

    async write(session: ClientSession, tenant: Tenant, writes: LimitWrites): Promise<void> {
      const { accountId, livemode } = tenant;
      const added = new Map(writes.totals);
      // Two claims that are alike write one document, so that of two at once the second sees the first.
      for (const { like, until } of writes.claims.values())
        if (like !== undefined) added.set(`like:${like.name}`, { by: 1, until });
      const changes = [...added].map(
        ([name, { by, until }]): AnyBulkWriteOperation<TotalDocument> => ({
          updateOne: {
            filter: { _id: nameIn(tenant, name) },
            update: { $inc: { sum: by }, $max: { until }, $setOnInsert: { accountId, livemode } },
            // What has expired is not made again by what is taken away.
            upsert: by > 0,
          },
        }),
      );
      if (changes.length > 0) await totals.bulkWrite(changes as never, { session });
      const replaced = [...writes.claims].map(([id, claim]) => {
        const _id = nameIn(tenant, id);
        return { replaceOne: { filter: { _id }, replacement: { accountId, livemode, ...claim }, upsert: true } };
      });
      if (replaced.length > 0) await claims.bulkWrite(replaced as never, { session });
    },
  };
}

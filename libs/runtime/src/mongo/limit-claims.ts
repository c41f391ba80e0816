import type { Tenant } from '@gx/core';
import type { ClientSession, Connection } from 'mongoose';
import { SNAPSHOT_TRANSACTION } from './mongo.ts';

/** What a claim adds to one total of its tenant. */
export type LimitShare = {
  /** The total, its period in its name: `refund_count_per_day:2026-11-29`. */
  readonly total: string;
  readonly by: number;
  /** Above which nothing more is added. Absent: counted all the same, for a limit that is set later. */
  readonly max?: number | undefined;
  /** Added once, however many claims name it: a destination of the day. */
  readonly once?: string;
};
/** Who claims: `id` is of what the claim is made for, the same at every repetition. */
export type LimitClaimant = {
  readonly tenant: Tenant;
  readonly id: string;
  /** Nobody asks for this claim or its totals any more after that. */
  readonly until: Date;
};
export type LimitClaimResult =
  /** Now, or by an earlier call. */
  | { readonly kind: 'claimed' }
  /** It was given back before: it is never claimed again. */
  | { readonly kind: 'released' }
  /** Nothing of it was added: this total would be above its maximum. */
  | { readonly kind: 'exceeded'; readonly total: string };
export type LimitClaims = ReturnType<typeof limitClaims>;

type Share = Omit<LimitShare, 'max'>;
type ClaimDocument = Tenant & { _id: string; shares: readonly Share[]; isReleased: boolean; until: Date };
/** The sum of a total, or how many claims name a thing that is counted once. */
type TotalDocument = Tenant & { _id: string; sum: number; until: Date };

const COLLECTIONS = { claims: 'limit_claims', totals: 'limit_totals' } as const;
const EXPIRED = { name: 'expired', expireAfterSeconds: 0 } as const;

/** Makes the indexes that are missing, and the collections: a transaction makes none of them. */
export async function makeLimitIndexes(connection: Connection): Promise<void> {
  for (const name of Object.values(COLLECTIONS)) await connection.collection(name).createIndex({ until: 1 }, EXPIRED);
}

/** Ends a transaction that adds nothing. */
class Exceeded extends Error {
  override readonly name = 'Exceeded';
  readonly total: string;

  constructor(total: string) {
    super('a total would be above its maximum');
    this.total = total;
  }
}

const nameIn = ({ accountId, livemode }: Tenant, ...parts: readonly string[]): string =>
  [accountId, livemode ? 'live' : 'test', ...parts].join(':');

/**
 * Sums under maxima that hold also among claims at once on several replicas: a claim and all totals that it
 * adds to are one transaction. A claim stands under the id of what it is made for, so it may be repeated; given
 * back, it stays given back, so that an owner who was overtaken cannot claim behind the one who gave it up.
 */
export function limitClaims(connection: Connection) {
  const claims = connection.collection<ClaimDocument>(COLLECTIONS.claims);
  const totals = connection.collection<TotalDocument>(COLLECTIONS.totals);

  const inTransaction = <T>(work: (session: ClientSession) => Promise<T>): Promise<T> =>
    connection.withSession((session) => session.withTransaction(() => work(session), SNAPSHOT_TRANSACTION));

  /** Adds to a total, which is made where there is none; answers what it comes to. */
  async function add(session: ClientSession, { tenant, until }: LimitClaimant, names: readonly string[], by: number) {
    const total = await totals.findOneAndUpdate(
      { _id: nameIn(tenant, ...names) },
      { $inc: { sum: by }, $max: { until }, $setOnInsert: { ...tenant } },
      { session, upsert: true, returnDocument: 'after' },
    );
    return total?.sum ?? 0;
  }

  /** Takes away what was added; a total that has expired is not made again. Answers what is left. */
  async function subtract(session: ClientSession, tenant: Tenant, names: readonly string[], by: number) {
    const total = await totals.findOneAndUpdate(
      { _id: nameIn(tenant, ...names) },
      { $inc: { sum: -by } },
      { session, returnDocument: 'after' },
    );
    return total?.sum ?? 0;
  }

  async function addShare(session: ClientSession, claimant: LimitClaimant, share: LimitShare): Promise<void> {
    const { total, by, max = Number.POSITIVE_INFINITY, once } = share;
    if (once !== undefined && (await add(session, claimant, [total, once], 1)) > 1) return;
    if ((await add(session, claimant, [total], by)) > max) throw new Exceeded(total);
  }

  async function subtractShare(session: ClientSession, tenant: Tenant, { total, by, once }: Share): Promise<void> {
    if (once !== undefined && (await subtract(session, tenant, [total, once], 1)) > 0) return;
    await subtract(session, tenant, [total], by);
  }

  const identify = ({ tenant, id, until }: LimitClaimant) => ({ _id: nameIn(tenant, id), ...tenant, until });

  return {
    /** Adds all shares, or none of them. */
    async claim(claimant: LimitClaimant, shares: readonly LimitShare[]): Promise<LimitClaimResult> {
      const identity = identify(claimant);
      try {
        return await inTransaction(async (session): Promise<LimitClaimResult> => {
          const standing = await claims.findOne({ _id: identity._id }, { session });
          if (standing !== null) return { kind: standing.isReleased ? 'released' : 'claimed' };
          for (const share of shares) await addShare(session, claimant, share);
          const added = shares.map(({ max: _max, ...share }) => share);
          await claims.insertOne({ ...identity, shares: added, isReleased: false }, { session });
          return { kind: 'claimed' };
        });
      } catch (error) {
        if (error instanceof Exceeded) return { kind: 'exceeded', total: error.total };
        throw error;
      }
    },

    /** Gives everything back, once, also what may yet be claimed under this id. */
    release: (claimant: LimitClaimant): Promise<void> =>
      inTransaction(async (session) => {
        const identity = identify(claimant);
        const given = { ...identity, shares: [], isReleased: true };
        const before = await claims.findOneAndReplace({ _id: identity._id }, given, { session, upsert: true });
        for (const share of before?.shares ?? []) await subtractShare(session, claimant.tenant, share);
      }),

    /** Gives back what one total was given, once; the claim stands on with the others. */
    reduce: (claimant: LimitClaimant, total: string): Promise<void> =>
      inTransaction(async (session) => {
        const { _id } = identify(claimant);
        const before = await claims.findOneAndUpdate({ _id }, { $pull: { shares: { total } } } as never, { session });
        const given = before?.shares.filter((share) => share.total === total) ?? [];
        for (const share of given) await subtractShare(session, claimant.tenant, share);
      }),
  };
}

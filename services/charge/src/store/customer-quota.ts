import type { Id, Tenant } from '@gx/core';
import { batched } from '@gx/runtime';
import { duplicatesOf } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { VelocityLimit } from '../domain/velocity.ts';

/** A charge that counts for a customer, or is about to be inserted. */
export type QuotaClaim = { readonly charge: Id<'charge'>; readonly at: Date };
type QuotaDocument = {
  _id: string;
  accountId: Id<'account'>;
  livemode: boolean;
  /** Oldest first; never more than the limit. */
  claims: QuotaClaim[];
  /** No claim counts any more after that. */
  until: Date;
};
type Request = {
  readonly tenant: Tenant;
  readonly identities: readonly string[];
  readonly charge: Id<'charge'>;
};
/** A claim with its age by the database's clock. */
export type BlockingClaim = { readonly charge: Id<'charge'>; readonly ageMs: number };
export type CustomerQuota = Awaited<ReturnType<typeof customerQuota>>;

const COLLECTION = 'quota_claims';
/** Claims that arrive while a write is under way share the next one. */
const BATCH_MAX = 64;

const idsOf = ({ accountId, livemode }: Tenant, identities: readonly string[]): string[] =>
  identities.map((identity) => `${accountId}:${livemode ? 'live' : 'test'}:${identity}`);

/** Makes the index that is missing. */
export async function makeQuotaIndexes(connection: Connection): Promise<void> {
  await connection.collection(COLLECTION).createIndex({ until: 1 }, { name: 'expired', expireAfterSeconds: 0 });
}

/** The charges that count for each identity of a customer: one small document each. */
export async function customerQuota(connection: Connection, limit: VelocityLimit) {
  const collection = connection.collection<QuotaDocument>(COLLECTION);
  await makeQuotaIndexes(connection);

  const claim = batched<Request, number>({
    maxItems: BATCH_MAX,
    run: async (requests) => {
      const operations = requests.flatMap((request) => operationsOf(limit, request));
      // What did not fit tried to make a document that is there.
      const refused = await collection
        .bulkWrite(operations as never[], { ordered: false })
        .then(() => new Set<number>(), duplicatesOf);
      let at = 0;
      return requests.map(({ identities }) => {
        const first = identities.findIndex((_, index) => refused.has(at + index));
        at += identities.length;
        return first === -1 ? identities.length : first;
      });
    },
  });

  return {
    limit,

    /**
     * Claims the identities for a charge in one command. Answers how many were claimed before the first that
     * was refused; later ones may be claimed too.
     */
    claim: (tenant: Tenant, identities: readonly string[], charge: Id<'charge'>): Promise<number> =>
      claim({ tenant, identities, charge }),

    /** The claims that keep others from being accepted: those of identities without room. */
    async blocking(tenant: Tenant, identities: readonly string[]): Promise<BlockingClaim[]> {
      const documents = await collection
        .find({ _id: { $in: idsOf(tenant, identities) } })
        .project<Pick<QuotaDocument, 'claims'> & { now: Date }>({ claims: 1, now: '$$NOW' })
        .toArray();
      return documents
        .filter(({ claims }) => claims.length >= limit.max)
        .flatMap(({ claims, now }) =>
          claims.map(({ charge, at }) => ({ charge, ageMs: now.getTime() - at.getTime() })),
        );
    },

    /** Removes the claims of charges that do not count or will not be. */
    async release(tenant: Tenant, identities: readonly string[], charges: readonly Id<'charge'>[]): Promise<void> {
      if (identities.length === 0 || charges.length === 0) return;
      await collection.updateMany(
        { _id: { $in: idsOf(tenant, identities) } },
        { $pull: { claims: { charge: { $in: [...charges] } } } },
      );
    },
  };
}

/** Matches a document with fewer claims than the limit, or makes it; a full one is a duplicate `_id`. */
function operationsOf({ max, windowMs }: VelocityLimit, { tenant, identities, charge }: Request) {
  const inWindow = { $gt: ['$$this.at', { $subtract: ['$$NOW', windowMs] }] };
  const counting = { $filter: { input: { $ifNull: ['$claims', []] }, cond: inWindow } };
  const claims = { $concatArrays: [counting, [{ charge, at: '$$NOW' }]] };
  const update = [{ $set: { ...tenant, claims, until: { $add: ['$$NOW', windowMs] } } }];
  return idsOf(tenant, identities).map((_id) => {
    return { updateOne: { filter: { _id, [`claims.${max - 1}`]: { $exists: false } }, update, upsert: true } };
  });
}

import type { Id, Tenant } from '@gx/core';
import { databaseTime } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { Charge } from '../domain/charge.ts';
import { type ChargeDocument, chargeOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';

export type CreationStore = ReturnType<typeof creationStore>;
export type CreationTimes = {
  /** How long one owner may work on a charge: longer than all its bank calls together. */
  readonly leaseMs: number;
  /** When a charge that the bank never confirmed is given up. */
  readonly giveUpMs: number;
};
/**
 * A charge whose creation somebody has to take up, and whether it is too late for anything but closing it.
 */
export type DueCreation = { readonly tenant: Tenant; readonly id: Id<'charge'>; readonly overdue: boolean };

const NO_OUTBOX = { outbox: 0 } as const;
const INSERTED = { $toDate: '$insertedAt' };
const isNull = (path: string) => ({ $eq: [{ $ifNull: [path, null] }, null] });

/** Leases and due times of charges that are being created. The database's clock alone decides. */
export function creationStore(connection: Connection, model: ChargeModel, times: CreationTimes) {
  const { leaseMs, giveUpMs } = times;
  // A timestamp has whole seconds: one more makes sure that the first lease is never cut short.
  const leaseEnd = { $ifNull: ['$lease.until', { $add: [INSERTED, leaseMs + 1_000] }] };
  const leaseIsOver = { $or: [isNull('$lease'), { $lt: [leaseEnd, '$$NOW'] }] };
  const isOverdue = { $lt: [{ $add: [INSERTED, giveUpMs] }, '$$NOW'] };

  const claim = async (
    { accountId, livemode }: Tenant,
    id: Id<'charge'>,
    what: { owner: string; condition: object },
  ): Promise<Charge | undefined> => {
    const document = await model
      .findOneAndUpdate(
        { _id: id, accountId, livemode, status: 'PENDING', $expr: { $and: [leaseIsOver, what.condition] } },
        [
          {
            $set: {
              lease: { owner: what.owner, until: { $add: ['$$NOW', leaseMs] } },
              attempts: { $add: ['$attempts', 1] },
              version: { $add: ['$version', 1] },
              // From here on the end of the lease decides: an owner that dies leaves a question that a job
              // has to ask.
              nextPollAt: null,
            },
          },
        ],
        { returnDocument: 'after', projection: NO_OUTBOX, updatePipeline: true },
      )
      .lean<ChargeDocument>();
    return document === null ? undefined : chargeOf(document);
  };

  return {
    /** Takes over a creation whose owner gave it up or died, and counts the attempt before it is made. */
    claim: (tenant: Tenant, id: Id<'charge'>, owner: string) =>
      claim(tenant, id, { owner, condition: { $not: [isOverdue] } }),

    /** Takes over a creation that nobody may finish any more, to close it. */
    claimOverdue: (tenant: Tenant, id: Id<'charge'>, owner: string) =>
      claim(tenant, id, { owner, condition: isOverdue }),

    /** Takes over a creation that is to be closed, in time or not. */
    claimToClose: (tenant: Tenant, id: Id<'charge'>, owner: string) =>
      claim(tenant, id, { owner, condition: { $ne: [{ $ifNull: ['$closing', null] }, null] } }),

    /**
     * Gives a creation back unfinished. With `askAfterMs` a job takes it up again; with null only the same
     * request or the end of its time does: the attempt provably did not happen, so it is not counted either.
     * False when somebody else got further.
     */
    async giveBack(charge: Charge, askAfterMs: number | null): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: charge.id, version: charge.version, 'lease.owner': charge.creation.owner },
        [
          {
            $set: {
              lease: null,
              version: { $add: ['$version', 1] },
              ...(askAfterMs === null
                ? { attempts: 0, nextPollAt: { $add: [INSERTED, giveUpMs] } }
                : { nextPollAt: { $add: ['$$NOW', askAfterMs] } }),
            },
          },
        ],
        { updatePipeline: true },
      );
      return matchedCount > 0;
    },

    /**
     * Creations whose bank was silent are due at once, the oldest first, at most `max`; how many. One that
     * never left waits for its own request.
     */
    async askAtOnce(bankProfileId: string, max: number): Promise<number> {
      const waits = { status: 'PENDING' as const, bankProfileId, attempts: { $gt: 0 }, lease: null };
      const isLater = { $expr: { $gt: ['$nextPollAt', '$$NOW'] } };
      const found = await model
        .find({ ...waits, nextPollAt: { $ne: null }, ...isLater }, { _id: 1 })
        .sort({ insertedAt: 1 })
        .limit(max)
        .lean<{ _id: Id<'charge'> }[]>();
      if (found.length === 0) return 0;
      const { modifiedCount } = await model.updateMany(
        { _id: { $in: found.map(({ _id }) => _id) }, ...waits, ...isLater },
        [{ $set: { nextPollAt: '$$NOW' } }],
        { updatePipeline: true },
      );
      return modifiedCount;
    },

    /** The banks at which a creation may be due, some of which somebody may be at: `due` says. */
    async dueBanks(): Promise<string[]> {
      const now = await databaseTime(connection);
      return model.distinct('bankProfileId', { status: 'PENDING', nextPollAt: { $not: { $gt: now } } });
    },

    /**
     * Creations of a bank that are due, longest waiting first: given back, overdue, or left behind by an
     * owner that died.
     */
    async due(bankProfileId: string, limit: number): Promise<DueCreation[]> {
      const now = await databaseTime(connection);
      const documents = await model.aggregate<{
        _id: Id<'charge'>;
        accountId: Id<'account'>;
        livemode: boolean;
        overdue: boolean;
      }>([
        { $match: { status: 'PENDING', bankProfileId, $or: [{ nextPollAt: null }, { nextPollAt: { $lte: now } }] } },
        { $match: { $expr: leaseIsOver } },
        { $sort: { nextPollAt: 1, insertedAt: 1 } },
        { $limit: limit },
        { $project: { accountId: 1, livemode: 1, overdue: isOverdue } },
      ]);
      return documents.map(({ _id, accountId, livemode, overdue }) => ({
        tenant: { accountId, livemode },
        id: _id,
        overdue,
      }));
    },
  };
}

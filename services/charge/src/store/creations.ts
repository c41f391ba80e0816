import { workQueue } from '@gx/runtime/mongo';
import type { Charge } from '../domain/charge.ts';
import { type ChargeDocument, identityOf } from './charge-document.ts';
import { DUE } from './due.ts';
import type { ChargeCollection } from './stored-charges.ts';
import { updateFirst } from './update-first.ts';

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
export type DueCreation = { readonly charge: Charge; readonly overdue: boolean };

const NO_OUTBOX = { outbox: 0 } as const;
/** A timestamp has whole seconds: one more makes sure that the first lease is never cut short. */
const TIMESTAMP_MS = 1_000;
const INSERTED = { $toDate: '$insertedAt' };
const isNull = (path: string) => ({ $eq: [{ $ifNull: [path, null] }, null] });

/** Leases and due times of charges that are being created. The database's clock alone decides. */
export function creationStore({ connection, model, stored }: ChargeCollection, times: CreationTimes) {
  const { leaseMs, giveUpMs } = times;
  const leaseEnd = { $ifNull: ['$lease.until', { $add: [INSERTED, leaseMs + TIMESTAMP_MS] }] };
  const leaseIsOver = { $or: [isNull('$lease'), { $lt: [leaseEnd, '$$NOW'] }] };
  const isOverdue = { $lt: [{ $add: [INSERTED, giveUpMs] }, '$$NOW'] };

  const queue = workQueue<ChargeDocument>(model, { connection, ...DUE.creation });

  const claim = async (found: Charge, owner: string, condition: object): Promise<Charge | undefined> => {
    const until = { $add: ['$$NOW', leaseMs] };
    const document = await model
      .findOneAndUpdate(
        { ...identityOf(found), status: 'PENDING', $expr: { $and: [leaseIsOver, condition] } },
        [
          {
            $set: {
              lease: { owner, until },
              attempts: { $add: ['$attempts', 1] },
              version: { $add: ['$version', 1] },
              // From here on the end of the lease decides: an owner that dies leaves a question that a job
              // has to ask.
              [queue.path(found.bankProfileId)]: until,
            },
          },
        ],
        { returnDocument: 'after', projection: NO_OUTBOX, updatePipeline: true },
      )
      .lean<ChargeDocument>();
    return document === null ? undefined : stored.opened(document);
  };

  return {
    /** When the first lease of a charge that is inserted now will be over. */
    firstLeaseEnd: async (): Promise<Date> => new Date((await queue.now()).getTime() + leaseMs + TIMESTAMP_MS),

    /** Claims a creation whose owner gave it up or died, and counts the attempt before it is made. */
    claim: (charge: Charge, owner: string) => claim(charge, owner, { $not: [isOverdue] }),

    /** Claims a creation that nobody may finish any more, to close it. */
    claimOverdue: (charge: Charge, owner: string) => claim(charge, owner, isOverdue),

    /** Claims a creation that is to be closed, in time or not. */
    claimToClose: (charge: Charge, owner: string) =>
      claim(charge, owner, { $ne: [{ $ifNull: ['$closing', null] }, null] }),

    /**
     * Ends the lease of an unfinished creation. With `resumeAfterMs` a job takes it up again; with null only
     * the same request or the end of its time does: the attempt provably did not happen, so it is not counted
     * either. False when somebody else got further.
     */
    async reschedule(charge: Charge, resumeAfterMs: number | null): Promise<boolean> {
      const path = queue.path(charge.bankProfileId);
      const { matchedCount } = await model.updateOne(
        { _id: charge.id, version: charge.version, 'lease.owner': charge.creation.owner },
        [
          {
            $set: {
              lease: null,
              version: { $add: ['$version', 1] },
              ...(resumeAfterMs === null
                ? { attempts: 0, [path]: { $add: [INSERTED, giveUpMs] } }
                : { [path]: { $add: ['$$NOW', resumeAfterMs] } }),
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
      const path = queue.path(bankProfileId);
      const waits = { attempts: { $gt: 0 }, lease: null, [path]: { $gt: await queue.now() } };
      return updateFirst(model.collection, waits, { sort: { insertedAt: 1 }, max, set: { [path]: '$$NOW' } });
    },

    /**
     * Creations of a bank that are due, longest waiting first: given back, overdue, or left behind by an
     * owner that died.
     */
    async due(bankProfileId: string, limit: number): Promise<DueCreation[]> {
      const documents = await queue.due(bankProfileId, limit, { $expr: leaseIsOver });
      const giveUpBefore = (await queue.now()).getTime() - giveUpMs;
      const charges = await stored.eachOpened(documents);
      return documents.map(({ insertedAt }, at) => ({
        charge: charges[at] as Charge,
        overdue: insertedAt.getHighBits() * 1_000 < giveUpBefore,
      }));
    },
  };
}

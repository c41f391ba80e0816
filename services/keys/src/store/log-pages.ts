import { type Entity, type Id, parseId, Refusal } from '@gx/core';
import type { Model, QueryFilter } from 'mongoose';

/** Whose records: an account's, or those of one of its environments. */
export type LogScope = { readonly accountId: Id<'account'>; readonly livemode?: boolean };
/** Which of them a page shows, newest first; both bounds are inclusive. */
export type LogQuery = {
  readonly limit: number;
  /** The last record of the page before: an id of somebody's record, or of nobody's. */
  readonly startingAfter?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};
/** One page and whether there is more behind it. */
export type LogPage<T> = { readonly items: readonly T[]; readonly hasMore: boolean };

type LogDocument<E extends Entity> = {
  readonly _id: Id<E>;
  readonly accountId: Id<'account'>;
  readonly at: Date | number;
};
type Log<E extends Entity, D extends LogDocument<E>, Q> = {
  readonly entity: E;
  /** A time as these records have it. */
  readonly stored: (at: Date) => D['at'];
  /** What else a query asks of a record. */
  readonly conditionsOf: (query: Q) => readonly QueryFilter<D>[];
};

/** The last moment that a `Date` can name. */
const FAR = 8_640_000_000_000_000;
/** Several filters at once may have to pass over many records: who waits for them has a deadline. */
const READ_MS_MAX = 5_000;

/** Reads a log by pages: by time, and among equals by id, so that pages neither repeat nor skip. */
export const logPages =
  <E extends Entity, D extends LogDocument<E>, Q extends LogQuery>(
    records: Model<D>,
    { entity, stored, conditionsOf }: Log<E, D, Q>,
  ) =>
  async (scope: LogScope, query: Q): Promise<LogPage<Omit<D, '_id'> & { readonly id: Id<E> }>> => {
    const { limit, startingAfter, from, to } = query;
    // Both environments by name: an index that begins with them is read in the order of time all the same.
    const owned = { accountId: scope.accountId, livemode: scope.livemode ?? { $in: [false, true] } };
    const after = startingAfter === undefined ? undefined : await cursorAt(parseId(entity, startingAfter));
    const found = await records
      .find({
        ...owned,
        at: {
          ...(from === undefined ? {} : { $gte: stored(from) }),
          $lte: stored(new Date(Math.min(to?.getTime() ?? FAR, Number(after?.at ?? FAR)))),
        },
        $and: [
          {},
          ...conditionsOf(query),
          ...(after === undefined
            ? []
            : [{ $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $lt: after._id } }] }]),
        ],
      } as unknown as QueryFilter<D>)
      .sort({ at: -1, _id: -1 })
      .limit(limit + 1)
      .maxTimeMS(READ_MS_MAX)
      .lean<D[]>();
    return {
      items: found.slice(0, limit).map(({ _id: id, ...record }) => ({ id, ...record })),
      hasMore: found.length > limit,
    };

    /** One answer for a cursor that is nothing, somebody else's or forgotten by now. */
    async function cursorAt(id: Id<E> | undefined): Promise<LogDocument<E>> {
      const ofOwner = { _id: id, ...owned } as unknown as QueryFilter<D>;
      const record = id && (await records.findOne(ofOwner, { at: 1 }).lean<LogDocument<E>>());
      if (record) return record;
      const [param, message] = ['starting_after', 'must be the id of a record of this list'];
      throw new Refusal('invalid_cursor', `${param}: ${message}`, { param, details: [{ param, message }] });
    }
  };

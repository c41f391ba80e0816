import { type Entity, type Id, parseId, Refusal } from '@gx/core';
import type { Model, QueryFilter } from 'mongoose';

/** Which records of an account a page shows, newest first; both bounds are inclusive. */
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

type LogDocument<E extends Entity> = { readonly _id: Id<E>; readonly accountId: Id<'account'>; readonly at: Date };
type Log<E extends Entity, D> = {
  readonly entity: E;
  /** What a key's fingerprint means in the collection. */
  readonly ofKey: (fingerprint: string) => QueryFilter<D>;
};

/** The last moment that a `Date` can name. */
const FAR = 8_640_000_000_000_000;

/** Reads a log by pages: by time, and among equals by id, so that pages neither repeat nor skip. */
export const logPages =
  <E extends Entity, D extends LogDocument<E>>(records: Model<D>, { entity, ofKey }: Log<E, D>) =>
  async (accountId: Id<'account'>, query: LogQuery): Promise<LogPage<Omit<D, '_id'> & { readonly id: Id<E> }>> => {
    const { limit, startingAfter, fingerprint, from, to } = query;
    const after = startingAfter === undefined ? undefined : await cursorAt(parseId(entity, startingAfter));
    const found = await records
      .find({
        accountId,
        at: {
          ...(from === undefined ? {} : { $gte: from }),
          $lte: new Date(Math.min(to?.getTime() ?? FAR, after?.at.getTime() ?? FAR)),
        },
        $and: [
          fingerprint === undefined ? {} : ofKey(fingerprint),
          after === undefined ? {} : { $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $lt: after._id } }] },
        ],
      } as unknown as QueryFilter<D>)
      .sort({ at: -1, _id: -1 })
      .limit(limit + 1)
      .lean<D[]>();
    return {
      items: found.slice(0, limit).map(({ _id: id, ...record }) => ({ id, ...record })),
      hasMore: found.length > limit,
    };

    /** One answer for a cursor that is nothing, somebody else's or forgotten by now. */
    async function cursorAt(id: Id<E> | undefined): Promise<LogDocument<E>> {
      const ofAccount = { _id: id, accountId } as unknown as QueryFilter<D>;
      const record = id && (await records.findOne(ofAccount, { at: 1 }).lean<LogDocument<E>>());
      if (record) return record;
      const [param, message] = ['starting_after', 'must be the id of a record of this list'];
      throw new Refusal('invalid_cursor', `${param}: ${message}`, { param, details: [{ param, message }] });
    }
  };

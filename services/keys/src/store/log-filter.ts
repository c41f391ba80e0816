import type { Id } from '@gx/core';
import type { QueryFilter } from 'mongoose';
import type { LogPage } from '../domain/log-page.ts';

/** The order of every log: newest first, and among equals by id, so that pages neither repeat nor skip. */
export const NEWEST_FIRST = { at: -1, _id: -1 } as const;

/**
 * What a page of an account's log selects; `ofKey` is what its fingerprint means in the collection, when it
 * names one.
 */
export const logFilter = <D>(accountId: Id<'account'>, { after, from, to }: LogPage, ofKey: object): QueryFilter<D> =>
  ({
    accountId,
    at: {
      ...(from === undefined ? {} : { $gte: from }),
      $lte: new Date(Math.min(to?.getTime() ?? FAR, after?.at.getTime() ?? FAR)),
    },
    $and: [
      ofKey,
      after === undefined ? {} : { $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $lt: after.id } }] },
    ],
  }) as unknown as QueryFilter<D>;

/** The last moment that a `Date` can name. */
const FAR = 8_640_000_000_000_000;

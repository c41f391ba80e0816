import { type Id, Refusal } from '@gx/core';

/** Which records of an account a page shows, newest first; both bounds are inclusive. */
export type LogPage = {
  readonly limit: number;
  /** The last record of the page before. */
  readonly after?: { readonly id: string; readonly at: Date };
  readonly fingerprint?: string;
  readonly from?: Date;
  readonly to?: Date;
};

/** One page and whether there is more behind it. */
export type RequestLogPage<T> = { readonly items: readonly T[]; readonly hasMore: boolean };

/** What a gateway answered to one request of one API key. */
export type RequestLog = {
  readonly id: Id<'requestLog'>;
  readonly accountId: Id<'account'>;
  readonly livemode: boolean;
  readonly fingerprint: string;
  readonly at: Date;
  readonly method: string;
  readonly route: string;
  readonly status?: number;
  readonly errorCode?: string;
  readonly durationMs: number;
  readonly requestId: string;
};

/** One answer for a cursor that is nothing, somebody else's or forgotten by now. */
export function cursorRefused(): Refusal {
  const [param, message] = ['starting_after', 'must be the id of a record of this list'];
  return new Refusal('invalid_cursor', `${param}: ${message}`, { param, details: [{ param, message }] });
}

/** The first `limit` of what was found with one more asked for. */
export const pageOf = <T>(found: readonly T[], limit: number): RequestLogPage<T> => ({
  items: found.slice(0, limit),
  hasMore: found.length > limit,
});

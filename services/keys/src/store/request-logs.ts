import type { Id } from '@gx/core';
import { isDuplicateKey, makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import { type LogQuery, logPages } from './log-pages.ts';

/** What a gateway answered to one request of one API key. */
export type RequestLog = {
  readonly id: Id<'requestLog'>;
  readonly accountId: Id<'account'>;
  readonly livemode: boolean;
  readonly fingerprint: string;
  readonly at: Date;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly query?: string;
  readonly status?: number;
  readonly errorCode?: string;
  readonly param?: string;
  readonly durationMs: number;
  readonly requestId: string;
};
type RequestLogDocument = Omit<RequestLog, 'id'> & { _id: Id<'requestLog'> };
/** A record that a page shows has each of these as it is given. */
type RequestLogQuery = LogQuery & {
  readonly [Field in 'status' | 'path' | 'requestId']?: RequestLog[Field] | undefined;
};
export type RequestLogStore = Awaited<ReturnType<typeof requestLogStore>>;

const DAY_SECONDS = 86_400;
export const KEPT_DAYS = 30;

const schema = new Schema<RequestLogDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    livemode: { type: Boolean, required: true },
    fingerprint: { type: String, required: true },
    at: { type: Date, required: true },
    method: { type: String, required: true },
    route: { type: String, required: true },
    path: { type: String, required: true },
    query: { type: String },
    status: { type: Number },
    errorCode: { type: String },
    param: { type: String },
    durationMs: { type: Number, required: true },
    requestId: { type: String, required: true },
  },
  { strict: 'throw', versionKey: false, collection: 'request_logs' },
);
// The newest; those of one key; the one that a message quotes; all about one object; what failed.
schema.index({ accountId: 1, livemode: 1, at: -1, _id: -1 });
schema.index({ accountId: 1, fingerprint: 1, at: -1, _id: -1 });
schema.index({ accountId: 1, livemode: 1, requestId: 1, at: -1, _id: -1 });
schema.index({ accountId: 1, livemode: 1, path: 1, at: -1, _id: -1 });
// Successes are most of the records, so that a page of them is found among the newest.
schema.index(
  { accountId: 1, livemode: 1, status: 1, at: -1, _id: -1 },
  { partialFilterExpression: { status: { $gte: 400 } } },
);
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_DAYS * DAY_SECONDS });

/**
 * What gateways answered, for 30 days. Written without waiting for a majority: nothing is decided by it, and
 * a failover that takes the newest lines of it with it has not lost anything that anybody was promised.
 */
export async function requestLogStore(connection: Connection) {
  const logs = connection.model<RequestLogDocument>('RequestLog', schema);
  await makeIndexesOf(logs);
  return {
    /** Keeps each record once, however often its batch comes. */
    async record(records: readonly RequestLog[]): Promise<void> {
      if (records.length === 0) return;
      const documents = records.map(({ id, ...rest }) => ({ _id: id, ...rest }));
      try {
        await logs.collection.insertMany(documents as never, {
          ordered: false,
          writeConcern: { w: 1, journal: false },
        });
      } catch (error) {
        if (!isOnlyDuplicates(error)) throw error;
      }
    },
    page: logPages(logs, {
      entity: 'requestLog',
      stored: (at) => at,
      conditionsOf: ({ fingerprint, status, path, requestId }: RequestLogQuery) =>
        Object.entries({ fingerprint, status, path, requestId })
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => ({ [name]: value })),
    }),
  };
}

/** A batch that came twice meets itself; the records that were new are in. */
function isOnlyDuplicates(error: unknown): boolean {
  const failures = (error as { writeErrors?: unknown }).writeErrors;
  return isDuplicateKey(error) && [failures ?? []].flat().every(isDuplicateKey);
}

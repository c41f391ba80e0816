import type { Id, Tenant } from '@gx/core';
import { isDuplicateKey } from '@gx/runtime';
import type { Connection, mongo } from 'mongoose';
import { type LaneName, MOVES, type NewDelivery, type Outcome, type Settlement } from '../domain/delivery.ts';
import { MAX_ATTEMPTS } from '../domain/retry-schedule.ts';
import { type DeliveryDocument, type DeliveryModel, deliveryModel } from './delivery-document.ts';

/** What a lane needs to know to place an attempt; the rest is read when it is claimed. */
export type DueDelivery = Pick<NewDelivery, 'id' | 'tenant' | 'endpointId' | 'origin' | 'subjectId' | 'traceparent'>;
export type DuePage = { readonly deliveries: readonly DueDelivery[]; readonly after: Cursor | undefined };
export type Cursor = { readonly dueAt: Date; readonly id: Id<'delivery'> };

/** The right to make one attempt, until its lease ends. */
export type Claim = {
  readonly id: Id<'delivery'>;
  readonly tenant: Tenant;
  readonly attemptId: Id<'attempt'>;
  /** 1 is the first. */
  readonly attempt: number;
  readonly delivery: Omit<DeliveryDocument, 'attemptLog'>;
};
export type DeliveryFilter = {
  readonly status?: DeliveryDocument['status'];
  readonly eventName?: string;
  readonly endpointId?: Id<'endpoint'>;
};
export type DeliveryStore = Awaited<ReturnType<typeof deliveryStore>>;

const PIPELINE = { updatePipeline: true } as const;
/** A value that came from outside: in a pipeline a text that begins with `$` would be read as a field. */
const literal = (value: unknown): unknown => (value === undefined ? '$$REMOVE' : { $literal: value });
const fromNow = (ms: number): unknown => ({ $add: ['$$NOW', ms] });
const IS_DUE = { dueAt: { $exists: true }, $expr: { $lte: ['$dueAt', '$$NOW'] } } as const;
const from = ({ from: statuses }: { readonly from: readonly DeliveryDocument['status'][] }) => ({ $in: [...statuses] });

/** One document per delivery, with its attempts in it. Every write is a compare-and-set on the status it leaves. */
export async function deliveryStore(connection: Connection) {
  const deliveries = deliveryModel(connection);
  await deliveries.createIndexes();
  return {
    ...intake(deliveries),
    ...attempts(deliveries),
    ...endings(deliveries),

    /** Newest first, with the number of all that match. */
    async list(
      tenant: Tenant,
      { status, eventName, endpointId }: DeliveryFilter,
      page: { limit: number; offset: number },
    ) {
      const query = {
        ...tenant,
        ...(status === undefined ? {} : { status }),
        ...(eventName === undefined ? {} : { eventName: eventName as DeliveryDocument['eventName'] }),
        ...(endpointId === undefined ? {} : { endpointId }),
      };
      const [found, total] = await Promise.all([
        deliveries.find(query, { attemptLog: 0 }).sort({ _id: -1 }).skip(page.offset).limit(page.limit).lean(),
        deliveries.countDocuments(query),
      ]);
      return { found, total };
    },
  };
}

/** How new deliveries come in and how open ones are found. */
const intake = (deliveries: DeliveryModel) => ({
  /**
   * Stores them in one write and answers those that are new: the others were stored when the event came the first time.
   * Others look at a new delivery only after `graceMs`, so that the process that stored it makes the first attempt.
   */
  async insertNew(batch: readonly NewDelivery[], now: Date, graceMs: number): Promise<NewDelivery[]> {
    const dueAt = new Date(now.getTime() + graceMs);
    const documents = batch.map(
      ({ id, tenant, traceparent, ...fields }): DeliveryDocument => ({
        _id: id,
        ...tenant,
        ...fields,
        ...(traceparent === undefined ? {} : { traceparent }),
        resendId: '',
        status: 'PENDING',
        lane: 'first',
        attempts: 0,
        dueAt,
        attemptLog: [],
        createdAt: now,
        updatedAt: now,
      }),
    );
    try {
      await deliveries.insertMany(documents, { ordered: false, lean: true });
      return [...batch];
    } catch (error) {
      const refused = duplicatesOf(error);
      return batch.filter((_, index) => !refused.has(index));
    }
  },

  /** A page of what is due in a lane, oldest first, of any tenant; `busy` endpoints are left out. */
  async due(lane: LaneName, limit: number, busy: readonly string[], after?: Cursor): Promise<DuePage> {
    const found = await deliveries
      .find(
        {
          lane,
          status: 'PENDING',
          ...IS_DUE,
          ...(busy.length === 0 ? {} : { endpointId: { $nin: [...busy] as Id<'endpoint'>[] } }),
          ...(after === undefined
            ? {}
            : { $or: [{ dueAt: { $gt: after.dueAt } }, { dueAt: after.dueAt, _id: { $gt: after.id } }] }),
        },
        { accountId: 1, livemode: 1, endpointId: 1, origin: 1, subjectId: 1, traceparent: 1, dueAt: 1 },
      )
      .sort({ dueAt: 1, _id: 1 })
      .limit(limit)
      .lean();
    const last = found.at(-1);
    return {
      deliveries: found.map(({ _id, accountId, livemode, endpointId, origin, subjectId, traceparent }) => ({
        id: _id,
        tenant: { accountId, livemode },
        endpointId,
        origin,
        subjectId,
        traceparent,
      })),
      after: found.length < limit || last?.dueAt === undefined ? undefined : { dueAt: last.dueAt, id: last._id },
    };
  },
});

/** An attempt's life: claimed under a lease, recorded, or given back. */
const attempts = (deliveries: DeliveryModel) => ({
  /**
   * Takes the delivery for one attempt; undefined when somebody else has it or it is not this lane's any more. A first
   * attempt needs no due time, which is only its grace; a retry does, by the database's clock.
   */
  async claim(
    { id, tenant }: DueDelivery,
    lane: LaneName,
    lease: { attemptId: Id<'attempt'>; ms: number },
  ): Promise<Claim | undefined> {
    const claimed = await deliveries
      .findOneAndUpdate(
        { _id: id, ...tenant, lane, status: from(MOVES.claim), ...(lane === 'first' ? {} : IS_DUE) },
        [
          {
            $set: {
              status: MOVES.claim.to,
              attempts: { $add: ['$attempts', 1] },
              running: { attemptId: lease.attemptId, startedAt: '$$NOW' },
              dueAt: fromNow(lease.ms),
              updatedAt: '$$NOW',
            },
          },
          { $unset: ['nextRetryAt'] },
        ],
        { ...PIPELINE, returnDocument: 'after', projection: { attemptLog: 0 } },
      )
      .lean();
    if (claimed === null) return undefined;
    return { id, tenant, attemptId: lease.attemptId, attempt: claimed.attempts, delivery: claimed };
  },

  /** Writes what the attempt came to; false when its lease had ended and the delivery is somebody else's. */
  async record(
    claim: Claim,
    settlement: Settlement,
    outcome: Outcome,
    requestHeaders: Record<string, string>,
  ): Promise<boolean> {
    const next = settlement.move === 'retry' ? fromNow(settlement.delayMs) : '$$REMOVE';
    const { matchedCount } = await deliveries.updateOne(
      mine(claim, MOVES[settlement.move]),
      [
        {
          $set: {
            status: MOVES[settlement.move].to,
            lane: 'retry',
            dueAt: next,
            nextRetryAt: next,
            deliveredAt: settlement.move === 'deliver' ? '$$NOW' : '$$REMOVE',
            lastStatusCode: literal(outcome.statusCode),
            lastError: literal(outcome.error),
            lastResponseBody: literal(outcome.responseBody),
            attemptLog: logged({
              durationMs: literal(outcome.durationMs),
              statusCode: literal(outcome.statusCode),
              error: literal(outcome.error),
              responseBody: literal(outcome.responseBody),
              requestHeaders: literal(requestHeaders),
            }),
            updatedAt: '$$NOW',
          },
        },
        { $unset: ['running'] },
      ],
      PIPELINE,
    );
    return matchedCount > 0;
  },

  /** Gives it back without an attempt: nothing was sent. */
  async release(claim: Claim, delayMs: number): Promise<void> {
    const undone = {
      status: MOVES.retry.to,
      attempts: { $subtract: ['$attempts', 1] },
      dueAt: fromNow(delayMs),
      updatedAt: '$$NOW',
    };
    await deliveries.updateOne(mine(claim, MOVES.retry), [{ $set: undone }, { $unset: ['running'] }], PIPELINE);
  },

  /**
   * Takes back what processes that died left: the lease has ended, so the attempt counts and its outcome is unknown. The
   * endpoint may have got it, and gets it again under the same event id.
   */
  async takeBackLapsed(): Promise<number> {
    const spent = { $gte: ['$attempts', MAX_ATTEMPTS] };
    const { matchedCount } = await deliveries.updateMany(
      { status: 'PROCESSING', lane: { $in: ['first', 'retry'] }, ...IS_DUE },
      [
        {
          $set: {
            status: { $cond: [spent, MOVES.exhaust.to, MOVES.retry.to] },
            lane: 'retry',
            dueAt: { $cond: [spent, '$$REMOVE', '$$NOW'] },
            nextRetryAt: { $cond: [spent, '$$REMOVE', '$$NOW'] },
            lastStatusCode: '$$REMOVE',
            lastResponseBody: '$$REMOVE',
            lastError: 'interrupted',
            attemptLog: logged({ error: 'interrupted' }),
            updatedAt: '$$NOW',
          },
        },
        { $unset: ['running'] },
      ],
      PIPELINE,
    );
    return matchedCount;
  },
});

/** What happens to deliveries whose endpoint may get nothing any more. */
const endings = (deliveries: DeliveryModel) => {
  const ended = { status: MOVES.cancel.to, updatedAt: '$$NOW' };
  const cleared = { $unset: ['dueAt', 'nextRetryAt', 'running'] };
  return {
    /** The endpoint was gone when its turn came: nothing was sent. */
    async cancelClaimed(claim: Claim): Promise<void> {
      const unmade = { ...ended, attempts: { $subtract: ['$attempts', 1] } };
      await deliveries.updateOne(mine(claim, MOVES.cancel), [{ $set: unmade }, cleared], PIPELINE);
    },

    /** Every waiting delivery of the endpoint. One that is being sent ends by itself and finds the endpoint gone. */
    async cancelWaiting(tenant: Tenant, endpointId: Id<'endpoint'>): Promise<void> {
      await deliveries.updateMany(
        { ...tenant, endpointId, status: 'PENDING', dueAt: { $exists: true } },
        [{ $set: ended }, cleared],
        PIPELINE,
      );
    },
  };
};

const mine = ({ id, tenant, attemptId }: Claim, move: { readonly from: readonly DeliveryDocument['status'][] }) => ({
  _id: id,
  ...tenant,
  status: from(move),
  'running.attemptId': attemptId,
});

/** The log with one more attempt, taken from what is running. */
const logged = (result: Record<string, unknown>) => ({
  $concatArrays: [
    '$attemptLog',
    [{ attempt: '$attempts', attemptId: '$running.attemptId', startedAt: '$running.startedAt', ...result }],
  ],
});

/** Positions that were refused as duplicates; any other failure is thrown on. */
function duplicatesOf(error: unknown): ReadonlySet<number> {
  if (!isDuplicateKey(error)) throw error;
  const { writeErrors } = error as mongo.MongoBulkWriteError;
  const failures = Array.isArray(writeErrors) ? writeErrors : [writeErrors];
  if (!failures.every((failure) => failure.code === 11_000)) throw error;
  return new Set(failures.map((failure) => failure.index));
}

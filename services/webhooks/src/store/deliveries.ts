import { DEFAULT_ENDPOINT, type Id, type Tenant } from '@gx/core';
import { databaseClock } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { type Busy, MOVES, type QueueName } from '../domain/delivery.ts';
import { attempts, type Claim, type DueDelivery } from './attempts.ts';
import {
  BY_STATUS,
  type DeliveryDocument,
  type DeliveryModel,
  makeDeliveryIndexes,
  OF_ENDPOINT,
  ONCE,
  PENDING_OF_ENDPOINT,
} from './delivery-document.ts';
import { deliveryTotals, type FixedFilter } from './delivery-totals.ts';
import { eventBodies } from './event-bodies.ts';
import { expiredBodies } from './expired-bodies.ts';
import { firstIdAt } from './id-times.ts';
import { lapsedLeases } from './lapsed-leases.ts';
import { newDeliveries } from './new-deliveries.ts';
import { attemptsUnlessResent, DUE_AGAIN, ENDS_COPY, IS_DUE, mine, PIPELINE, unlessResent } from './pipelines.ts';
import { replayedDeliveries, resends } from './resends.ts';

export type DuePage = {
  readonly deliveries: readonly DueDelivery[];
  readonly after: Cursor | undefined;
};
export type Cursor = { readonly dueAt: Date; readonly id: Id<'delivery'> };

export type DeliveryFilter = {
  readonly status?: DeliveryDocument['status'];
  readonly eventName?: string;
  readonly endpointId?: Id<'endpoint'>;
  /** The charge. */
  readonly subjectId?: string;
  /** Both inclusive. */
  readonly createdFrom?: Date;
  readonly createdTo?: Date;
};
const NOT_DELIVERED = ['PENDING', 'PROCESSING', 'FAILED', 'CANCELLED'] as const;
export type DeliveryStore = Awaited<ReturnType<typeof deliveryStore>>;

/**
 * One document per delivery, with its attempts in it; what it reads has the bodies that events keep, as long
 * as they do. Every write is a compare-and-set on the status it leaves.
 */
export async function deliveryStore(connection: Connection, databaseNow = databaseClock(connection)) {
  const deliveries = await makeDeliveryIndexes(connection);
  const withBodies = eventBodies(connection);
  const total = await deliveryTotals(connection, deliveries, databaseNow);
  const standing = (tenant: Tenant, status: DeliveryDocument['status'], filter: FixedFilter = {}) =>
    deliveries.countDocuments({ ...tenant, status, ...filter }, { hint: BY_STATUS });
  const delivered = async (tenant: Tenant, filter: FixedFilter = {}): Promise<number> => {
    const others = NOT_DELIVERED.map((status) => standing(tenant, status, filter));
    const [all, ...rest] = await Promise.all([total(tenant, filter), ...others]);
    // Asked one by one: what moves meanwhile may be in two of them.
    return Math.max(
      0,
      rest.reduce((left, count) => left - count, all),
    );
  };
  /** The names of what an endpoint was ever sent: one key is read for each. */
  const namesOf = async (tenant: Tenant, endpointId: Id<'endpoint'>): Promise<DeliveryDocument['eventName'][]> => {
    const found = await deliveries.aggregate<{ _id: DeliveryDocument['eventName'] }>(
      [{ $match: { ...tenant, endpointId } }, { $group: { _id: '$eventName' } }],
      { hint: OF_ENDPOINT },
    );
    return found.map(({ _id }) => _id);
  };
  return {
    ...newDeliveries(deliveries, databaseNow),
    ...search(deliveries),
    ...attempts(deliveries, withBodies),
    ...lapsedLeases(deliveries),
    ...resends(deliveries),
    ...replayedDeliveries(deliveries),
    ...endings(deliveries),
    ...expiredBodies(deliveries, databaseNow),

    /** Newest first, with the number of all that match. */
    async list(tenant: Tenant, filter: DeliveryFilter, page: { limit: number; offset: number }) {
      const { status, eventName, endpointId, subjectId } = filter;
      const fixed: FixedFilter = {
        ...(eventName === undefined ? {} : { eventName: eventName as DeliveryDocument['eventName'] }),
        ...(endpointId === undefined ? {} : { endpointId }),
      };
      const ofEndpoint = subjectId === undefined ? endpointId : undefined;
      // All names of an endpoint are read side by side, the newest first.
      const names = ofEndpoint === undefined || eventName !== undefined ? undefined : await namesOf(tenant, ofEndpoint);
      const narrowed = narrowedBy(filter);
      const query = {
        ...tenant,
        ...fixed,
        ...narrowed,
        ...(names === undefined ? {} : { eventName: { $in: names } }),
        ...(status === undefined ? {} : { status }),
      };
      // A charge has few: they are read and sorted.
      const isByEndpoint = ofEndpoint !== undefined && status === undefined;
      const hint = subjectId !== undefined ? { hint: ONCE } : isByEndpoint ? { hint: OF_ENDPOINT } : {};
      const counted =
        narrowed !== undefined
          ? deliveries.countDocuments(query, hint)
          : status === undefined
            ? total(tenant, fixed)
            : status === 'DELIVERED'
              ? delivered(tenant, fixed)
              : standing(tenant, status, fixed);
      const [ids, all] = await Promise.all([
        // What is skipped is skipped in the index: nothing of it is read.
        deliveries.find(query, { _id: 1 }, hint).sort({ _id: -1 }).skip(page.offset).limit(page.limit).lean(),
        counted,
      ]);
      const found = await deliveries
        .find({ _id: { $in: ids.map(({ _id }) => _id) }, ...tenant }, { attemptLog: 0 })
        .sort({ _id: -1 })
        .lean();
      return { found: await withBodies(found), total: all };
    },

    /** One with the log of its attempts. */
    async get(tenant: Tenant, id: Id<'delivery'>): Promise<DeliveryDocument | undefined> {
      const [found] = await withBodies(await deliveries.find({ _id: id, ...tenant }).lean());
      return found;
    },

    /** How many stand where. Those that are delivered, most of all, are all less the others. */
    async counts(tenant: Tenant): Promise<Record<DeliveryDocument['status'], number>> {
      const [all, ...others] = await Promise.all([
        total(tenant),
        ...NOT_DELIVERED.map((status) => standing(tenant, status)),
      ]);
      const [PENDING = 0, PROCESSING = 0, FAILED = 0, CANCELLED = 0] = others;
      const DELIVERED = Math.max(0, all - PENDING - PROCESSING - FAILED - CANCELLED);
      return { PENDING, PROCESSING, DELIVERED, FAILED, CANCELLED };
    },
  };
}

/** By charge and by time: ids rise with the time at which they were made. Undefined for neither. */
function narrowedBy({ subjectId, createdFrom, createdTo }: DeliveryFilter) {
  if (subjectId === undefined && createdFrom === undefined && createdTo === undefined) return undefined;
  const range = {
    ...(createdFrom === undefined ? {} : { $gte: firstIdAt(createdFrom.getTime()) }),
    ...(createdTo === undefined ? {} : { $lt: firstIdAt(createdTo.getTime() + 1) }),
  };
  return {
    ...(subjectId === undefined ? {} : { subjectId }),
    ...(Object.keys(range).length === 0 ? {} : { _id: range }),
  };
}

/** How open ones are found. */
const search = (deliveries: DeliveryModel) => ({
  /**
   * A page of what is due in a queue, oldest first, of any tenant; what waits for `busy` queues and accounts
   * is left out.
   */
  async due(queue: QueueName, limit: number, busy: Busy, after?: Cursor): Promise<DuePage> {
    const found = await deliveries
      .find(
        {
          queue,
          status: 'PENDING',
          ...IS_DUE,
          ...without(busy),
          ...(after === undefined
            ? {}
            : { $or: [{ dueAt: { $gt: after.dueAt } }, { dueAt: after.dueAt, _id: { $gt: after.id } }] }),
        },
        DUE_FIELDS,
      )
      .sort({ dueAt: 1, _id: 1 })
      .limit(limit)
      .lean();
    const last = found.at(-1);
    return {
      deliveries: found.map(dueDelivery),
      after: found.length < limit || last?.dueAt === undefined ? undefined : { dueAt: last.dueAt, id: last._id },
    };
  },

  /** How many are due in a queue, of any tenant, counted up to `max`. */
  countDue: (queue: QueueName, max: number): Promise<number> =>
    deliveries.countDocuments({ queue, status: 'PENDING', ...IS_DUE }, { limit: max }),
});

const DUE_FIELDS = {
  accountId: 1,
  livemode: 1,
  endpointId: 1,
  origin: 1,
  subjectId: 1,
  traceparent: 1,
  dueAt: 1,
} as const;
type DueFields = Pick<DeliveryDocument, '_id' | keyof typeof DUE_FIELDS>;

const dueDelivery = ({
  _id,
  accountId,
  livemode,
  endpointId,
  origin,
  subjectId,
  traceparent,
  dueAt = new Date(),
}: DueFields): DueDelivery => ({
  id: _id,
  tenant: { accountId, livemode },
  endpointId,
  origin,
  subjectId,
  traceparent,
  dueAt,
});

/**
 * An endpoint that is busy is so wherever it moves; what transactions with URLs of their own share is their
 * id alone.
 */
function without({ queues, accounts }: Busy) {
  const endpoints = queues.filter(({ endpointId }) => endpointId !== DEFAULT_ENDPOINT);
  const others = queues.filter(({ endpointId }) => endpointId === DEFAULT_ENDPOINT);
  return {
    ...(accounts.length === 0 ? {} : { accountId: { $nin: [...accounts] } }),
    ...(endpoints.length === 0 ? {} : { endpointId: { $nin: endpoints.map(({ endpointId }) => endpointId) } }),
    ...(others.length === 0
      ? {}
      : { $nor: others.map(({ tenant, endpointId, origin }) => ({ endpointId, ...tenant, origin })) }),
  };
}

const WAITING = 'PENDING';

/** What happens to deliveries whose endpoint may get nothing any more. */
const endings = (deliveries: DeliveryModel) => {
  const ended = { status: MOVES.cancel.to, updatedAt: '$$NOW' };
  const cleared = { $unset: ['dueAt', 'nextRetryAt', 'running', 'resendAfter'] };
  return {
    /**
     * The endpoint was gone when its turn came: nothing was sent. What was requested once more meanwhile is
     * due at once, since the endpoint may be there again; answers whether that is so.
     */
    async cancelClaimed(claim: Claim): Promise<boolean> {
      const unmade = {
        status: unlessResent(MOVES.cancel.to, MOVES.resend.to),
        attempts: attemptsUnlessResent({ $subtract: ['$attempts', 1] }),
        dueAt: unlessResent('$$REMOVE', DUE_AGAIN),
        nextRetryAt: unlessResent('$$REMOVE', '$$NOW'),
        updatedAt: '$$NOW',
      };
      const left = await deliveries
        .findOneAndUpdate(
          mine(claim, MOVES.cancel),
          [{ $set: unmade }, ENDS_COPY, { $unset: ['running', 'resendAfter'] }],
          {
            returnDocument: 'after',
            projection: { status: 1 },
            ...PIPELINE,
          },
        )
        .lean();
      return left?.status === MOVES.resend.to;
    },

    /** One that waits for its next attempt. */
    async cancelWaiting(tenant: Tenant, id: Id<'delivery'>): Promise<void> {
      await deliveries.updateOne(
        { _id: id, ...tenant, status: WAITING },
        [{ $set: ended }, ENDS_COPY, cleared],
        PIPELINE,
      );
    },

    /**
     * Up to `limit` deliveries that wait for an endpoint, of each queue the oldest first; answers how many
     * there were. One that is being sent ends by itself and finds the endpoint gone.
     */
    async cancelSome(tenant: Tenant, endpointId: Id<'endpoint'>, limit: number): Promise<number> {
      const found = await deliveries
        .find({ ...tenant, endpointId, status: WAITING, dueAt: { $exists: true } }, { _id: 1 })
        .limit(limit)
        .hint(PENDING_OF_ENDPOINT)
        .lean();
      const ids = found.map(({ _id }) => _id);
      if (ids.length > 0)
        await deliveries.updateMany(
          { _id: { $in: ids }, ...tenant, endpointId, status: WAITING },
          [{ $set: ended }, ENDS_COPY, cleared],
          PIPELINE,
        );
      return ids.length;
    },
  };
};

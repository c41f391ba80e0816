import { type Id, newId } from '@gx/core';
import { duplicatesOf } from '@gx/runtime/mongo';
import { MOVES, type NewDelivery } from '../domain/delivery.ts';
import type { Claim, DueDelivery } from './attempts.ts';
import { type DeliveryDocument, type DeliveryModel, ONCE } from './delivery-document.ts';
import { timeOfId } from './id-times.ts';

/** So long a new delivery is claimed by who stores it; most are recorded long before. */
export const FIRST_LEASE_MS = 5_000;
/** A larger body is read again when its turn comes: what waits must not fill the memory. */
const KEPT_BODY_MAX = 4_096;

/** Whether this process has room for a first attempt, so that it may store the delivery under its lease. */
export type HasRoom = (delivery: NewDelivery) => boolean;
type OnceKey = Pick<NewDelivery, 'endpointId' | 'eventId' | 'eventName' | 'resendId'>;

/** How deliveries are stored first. */
export const newDeliveries = (deliveries: DeliveryModel, databaseNow: () => Promise<Date>) => ({
  /**
   * Stores them in one write and answers those that are new; the unique index refuses what was stored when
   * the event came before. One that there is room for is stored PROCESSING with its first attempt claimed,
   * the others PENDING and due for anybody. After a crash the lease ends, and the attempt counts as
   * interrupted.
   */
  async insertNew(batch: readonly NewDelivery[], hasRoom: HasRoom): Promise<DueDelivery[]> {
    const sinceMs = performance.now();
    const now = await databaseNow();
    const stored = batch.map((delivery): StoredDelivery => {
      const due = { ...dueFieldsOf(delivery), dueAt: now };
      const isLeased = delivery.payload.length <= KEPT_BODY_MAX && hasRoom(delivery);
      return { due: isLeased ? { ...due, lease: { claim: claimOf(delivery), sinceMs } } : due, delivery };
    });
    const documents = stored.map(documentOf);
    const refused = await deliveries.collection
      .insertMany(documents as never[], { ordered: false })
      .then(() => NONE, duplicatesOf);
    return stored.flatMap(({ due }, index) => (refused.has(index) ? [] : [due]));
  },

  /**
   * What a replay makes, due at its own time; one that is stored meanwhile, or was before, stays as it is.
   */
  async insertForReplay(
    replayId: Id<'replay'>,
    batch: readonly { readonly delivery: NewDelivery; readonly dueAt: Date }[],
  ): Promise<void> {
    if (batch.length === 0) return;
    const documents = batch.map(
      ({ delivery, dueAt }): DeliveryDocument => ({
        ...documentOf({ due: { ...dueFieldsOf(delivery), dueAt }, delivery }),
        queue: 'replay',
        replayId,
      }),
    );
    await deliveries.collection.insertMany(documents as never[], { ordered: false }).catch(duplicatesOf);
  },

  /** Those that are not stored yet; read from the index alone. */
  async missing(batch: readonly NewDelivery[]): Promise<NewDelivery[]> {
    const ofBatch = {
      subjectId: { $in: distinct(batch.map(({ subjectId }) => subjectId)) },
      eventId: { $in: distinct(batch.map(({ eventId }) => eventId)) },
      resendId: { $in: distinct(batch.map(({ resendId }) => resendId)) },
    };
    const fields = { _id: 0, endpointId: 1, eventId: 1, eventName: 1, resendId: 1 } as const;
    const known = new Set((await deliveries.find(ofBatch, fields, { hint: ONCE }).lean()).map(onceKey));
    return batch.filter((delivery) => !known.has(onceKey(delivery)));
  },
});

type StoredDelivery = { readonly due: DueDelivery; readonly delivery: NewDelivery };

const NONE: ReadonlySet<number> = new Set();
const dueFieldsOf = ({ id, tenant, endpointId, origin, subjectId, traceparent, url }: NewDelivery) => ({
  id,
  tenant,
  endpointId,
  origin,
  subjectId,
  traceparent,
  url,
});
const claimOf = (delivery: NewDelivery): Claim => {
  const { id, tenant, endpointId, eventId, eventName, payload, url } = delivery;
  const content = {
    livemode: tenant.livemode,
    endpointId,
    eventId,
    eventName,
    payload,
    createdAt: timeOfId(id),
    ...(url && { url }),
  };
  return { id, tenant, attemptId: newId('attempt'), attempt: 1, delivery: content };
};

function documentOf({ due: { lease, dueAt }, delivery }: StoredDelivery): DeliveryDocument {
  const { id, tenant, traceparent, url, ...fields } = delivery;
  const createdAt = timeOfId(id);
  const claimed = lease && {
    status: MOVES.claim.to,
    attempts: lease.claim.attempt,
    running: { attemptId: lease.claim.attemptId, startedAt: dueAt },
    dueAt: new Date(dueAt.getTime() + FIRST_LEASE_MS),
  };
  return {
    _id: id,
    ...tenant,
    ...fields,
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(url === undefined ? {} : { url }),
    status: 'PENDING',
    queue: 'first',
    attempts: 0,
    dueAt,
    ...claimed,
    attemptLog: [],
    createdAt,
    updatedAt: createdAt,
  };
}

const onceKey = ({ endpointId, eventId, eventName, resendId }: OnceKey): string =>
  [endpointId, eventId, eventName, resendId].join(' ');
const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

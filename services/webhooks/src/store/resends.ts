import type { Id, Tenant } from '@gx/core';
import { MOVES, type QueueName, type ResendAfter } from '../domain/delivery.ts';
import type { DeliveryDocument, DeliveryModel } from './delivery-document.ts';
import { leaving, PIPELINE } from './pipelines.ts';

type Resend = {
  readonly resendAfter: ResendAfter;
  readonly queue: QueueName | object;
  readonly dueAt: unknown;
  readonly attempts: unknown;
};

const isIn = (...statuses: DeliveryDocument['status'][]) => ({ $in: ['$status', statuses] });
const PROCESSING = isIn('PROCESSING');
const WAITING = isIn('PENDING');

/**
 * What a re-send writes. An attempt that is under way keeps its claim: its outcome is recorded, and the
 * delivery is PENDING only then, so that two are never on their way at once.
 */
const sentAgain = ({ resendAfter, queue, dueAt, attempts }: Resend) => {
  const unlessUnderWay = (value: unknown, field: string) => ({ $cond: [PROCESSING, field, value] });
  return {
    status: unlessUnderWay(MOVES.resend.to, '$status'),
    resendAfter: { $cond: [PROCESSING, resendAfter, '$$REMOVE'] },
    queue: unlessUnderWay(queue, '$queue'),
    attempts: unlessUnderWay(attempts, '$attempts'),
    dueAt: unlessUnderWay(dueAt, '$dueAt'),
    nextRetryAt: unlessUnderWay('$$NOW', '$nextRetryAt'),
    deliveredAt: '$$REMOVE',
    updatedAt: '$$NOW',
  };
};

/** How a delivery is sent once more. */
export const resends = (deliveries: DeliveryModel) => ({
  /**
   * Due at once: one that waits keeps its attempts and, before the first, its order; every other one has a
   * fresh budget. Undefined when there is no such delivery.
   */
  async resend(tenant: Tenant, id: Id<'delivery'>): Promise<Omit<DeliveryDocument, 'attemptLog'> | undefined> {
    const again = sentAgain({
      resendAfter: 'attempt',
      queue: { $cond: [{ $and: [WAITING, { $eq: ['$queue', 'first'] }] }, 'first', 'retry'] },
      dueAt: { $min: ['$dueAt', '$$NOW'] },
      attempts: { $cond: [WAITING, '$attempts', 0] },
    });
    const resent = await deliveries
      .findOneAndUpdate({ _id: id, ...tenant, status: leaving(MOVES.resend) }, [{ $set: again }], {
        returnDocument: 'after',
        projection: { attemptLog: 0 },
        ...PIPELINE,
      })
      .lean();
    return resent ?? undefined;
  },
});

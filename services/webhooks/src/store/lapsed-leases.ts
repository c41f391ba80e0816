import { MOVES } from '../domain/delivery.ts';
import { MAX_ATTEMPTS } from '../domain/retry-schedule.ts';
import { type DeliveryDocument, type DeliveryModel, LEASED } from './delivery-document.ts';
import { attemptsUnlessResent, DUE_AGAIN, ENDS_COPY, IS_DUE, IS_REPLAYED, logged, PIPELINE } from './pipelines.ts';

/** What is told of a delivery that has no attempt left. */
export type DeadLetter = Pick<DeliveryDocument, '_id' | keyof typeof DEAD_LETTER_FIELDS>;

const DEAD_LETTER_FIELDS = { endpointId: 1, eventId: 1, eventName: 1, attempts: 1 } as const;
const LAPSED = { status: 'PROCESSING', ...IS_DUE } as const;
/** What becomes of one whose lease has ended, and when it is due again. */
const interrupted = (status: DeliveryDocument['status'], again: '$$NOW' | '$$REMOVE') => [
  {
    $set: {
      status,
      queue: { $cond: [IS_REPLAYED, 'replay', 'retry'] },
      attempts: attemptsUnlessResent('$attempts'),
      dueAt: again === '$$NOW' ? DUE_AGAIN : again,
      nextRetryAt: again,
      lastStatusCode: '$$REMOVE',
      lastResponseBody: '$$REMOVE',
      lastError: 'interrupted',
      attemptLog: logged({ error: 'interrupted' }),
      updatedAt: '$$NOW',
    },
  },
  ENDS_COPY,
  { $unset: ['running', 'resendAfter'] },
];

/** Deliveries whose process died in an attempt: their lease has ended. */
export const lapsedLeases = (deliveries: DeliveryModel) => ({
  /** Whether anything that is replayed is under way, wherever. */
  isAnyReplayed: async (): Promise<boolean> =>
    (await deliveries.exists({ status: 'PROCESSING', queue: 'replay' }).hint(LEASED)) !== null,

  /** Whether the lease of any has ended. */
  isAnyLapsed: async (): Promise<boolean> => (await deliveries.exists(LAPSED).hint(LEASED)) !== null,

  /**
   * What processes that died left is due again: the lease has ended, so the attempt counts and its outcome is
   * unknown. The endpoint may have got it, and gets it again under the same event id.
   */
  async rescheduleLapsed(): Promise<number> {
    const { matchedCount } = await deliveries.updateMany(
      { ...LAPSED, $or: [{ attempts: { $lt: MAX_ATTEMPTS } }, { resendAfter: { $exists: true } }] },
      interrupted(MOVES.retry.to, '$$NOW'),
      { hint: LEASED, ...PIPELINE },
    );
    return matchedCount;
  },

  /**
   * Ends one that lapsed in its last attempt; undefined when there is none. One at a time, so that each is
   * answered to one replica, which tells of it.
   */
  async exhaustLapsed(): Promise<DeadLetter | undefined> {
    const ended = await deliveries
      .findOneAndUpdate(
        { ...LAPSED, attempts: { $gte: MAX_ATTEMPTS }, resendAfter: { $exists: false } },
        interrupted(MOVES.exhaust.to, '$$REMOVE'),
        { hint: LEASED, returnDocument: 'after', projection: DEAD_LETTER_FIELDS, ...PIPELINE },
      )
      .lean();
    return ended ?? undefined;
  },
});

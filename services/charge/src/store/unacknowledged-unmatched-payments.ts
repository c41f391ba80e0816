import { databaseTime, type OutboxRelay, republish } from '@gx/runtime/mongo';
import { encodeUnmatchedPayment } from './encode-unmatched-payment.ts';
import type { UnmatchedPaymentDocument, UnmatchedPaymentModel } from './unmatched-payments.ts';

export type UnacknowledgedUnmatchedPaymentStore = ReturnType<typeof unacknowledgedUnmatchedPaymentStore>;
export type UnacknowledgedUnmatchedPayment = Omit<UnmatchedPaymentDocument, 'outbox'>;

/** Unmatched payments whose return the refund service has not taken up. */
export function unacknowledgedUnmatchedPaymentStore(model: UnmatchedPaymentModel, relay: Pick<OutboxRelay, 'publish'>) {
  const found = (condition: object, limit: number): Promise<UnacknowledgedUnmatchedPayment[]> =>
    model
      .find(condition, { outbox: 0 })
      .hint('unacknowledged')
      .sort({ publishedAt: 1 })
      .limit(limit)
      .lean<UnacknowledgedUnmatchedPayment[]>();

  return {
    /** Those that were last told `afterMs` ago. */
    async due(afterMs: number, limit: number): Promise<UnacknowledgedUnmatchedPayment[]> {
      const now = await databaseTime(model.db);
      return found({ unacknowledged: true, publishedAt: { $lt: new Date(now.getTime() - afterMs) } }, limit);
    },

    /**
     * Tells the order once more, unless somebody else has; one that there is not, or that is over, is marked
     * so.
     */
    async redeliver(unmatchedPayment: UnacknowledgedUnmatchedPayment): Promise<void> {
      const { _id, returnedAt, publishedAt = null } = unmatchedPayment;
      const found = { _id, unacknowledged: true, publishedAt };
      if (returnedAt != null) {
        await model.collection.updateOne(found, { $set: { unacknowledged: false } });
        return;
      }
      const order = encodeUnmatchedPayment(unmatchedPayment, unmatchedPayment.storedAt);
      await republish(
        { collection: model.collection, relay },
        {
          filter: found,
          mark: { $unset: { noted: true }, $currentDate: { publishedAt: true } },
          events: [order],
        },
      );
    },
  };
}

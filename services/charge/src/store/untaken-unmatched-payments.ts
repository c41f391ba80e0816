import { databaseTime, type OutboxRelay, pushAgain } from '@gx/runtime/mongo';
import { encodeUnmatchedPayment } from './encode-unmatched-payment.ts';
import type { UnmatchedPaymentDocument, UnmatchedPaymentModel } from './unmatched-payments.ts';

export type UntakenUnmatchedPaymentStore = ReturnType<typeof untakenUnmatchedPaymentStore>;
export type UntakenUnmatchedPayment = Omit<UnmatchedPaymentDocument, 'outbox'>;

/** Unmatched payments whose return the refund service has not taken up. */
export function untakenUnmatchedPaymentStore(model: UnmatchedPaymentModel, relay: Pick<OutboxRelay, 'publish'>) {
  const found = (condition: object, limit: number): Promise<UntakenUnmatchedPayment[]> =>
    model
      .find(condition, { outbox: 0 })
      .hint('untaken')
      .sort({ toldAt: 1 })
      .limit(limit)
      .lean<UntakenUnmatchedPayment[]>();

  return {
    /** Those that were last told `afterMs` ago. */
    async due(afterMs: number, limit: number): Promise<UntakenUnmatchedPayment[]> {
      const now = await databaseTime(model.db);
      return found({ untaken: true, toldAt: { $lt: new Date(now.getTime() - afterMs) } }, limit);
    },

    /**
     * Tells the order once more, unless somebody else has; one that there is not, or that is over, is marked
     * so.
     */
    async tellAgain(unmatchedPayment: UntakenUnmatchedPayment): Promise<void> {
      const { _id, returnedAt, toldAt = null } = unmatchedPayment;
      const found = { _id, untaken: true, toldAt };
      if (returnedAt != null) {
        await model.collection.updateOne(found, { $set: { untaken: false } });
        return;
      }
      const order = encodeUnmatchedPayment(unmatchedPayment, unmatchedPayment.storedAt);
      await pushAgain(
        { collection: model.collection, relay },
        {
          found,
          told: { $unset: { noted: true }, $currentDate: { toldAt: true } },
          events: [order],
        },
      );
    },
  };
}

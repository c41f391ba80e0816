import type { Id, Tenant } from '@gx/core';
import { type OutboxRelay, republish } from '@gx/runtime/mongo';
import type { PlainRefund, RefundEvent } from '../domain/refund.ts';
import { encodeEvent } from './encode-event.ts';
import type { RefundDocument } from './refund-document.ts';
import { DUE, type RefundModel } from './refund-model.ts';

export type UnacknowledgedStore = ReturnType<typeof unacknowledgedStore>;
type Deps = { readonly model: RefundModel; readonly relay: Pick<OutboxRelay, 'publish'> };
/** Who may not have heard: charge how far a refund is, the ledger what it is to book. */
type Since = 'unacknowledgedSince' | 'unpostedSince';
/** A refund or return whose last word nobody is known to have heard, said or asked about last at `since`. */
export type UnacknowledgedRefund = { readonly id: Id<'refund'>; readonly tenant: Tenant; readonly since: Date };

/**
 * What one of the others may not have heard. Each write is for the moment that it was found at: of two
 * processes the second changes nothing.
 */
export function unacknowledgedStore({ model, relay }: Deps, field: Since) {
  const at = ({ id, tenant: { accountId, livemode }, since }: UnacknowledgedRefund) => ({
    _id: id,
    accountId,
    livemode,
    [field]: since,
  });
  const justNow = { $currentDate: { [field]: true as const } };
  return {
    /** Somebody looked just now; the next look is a wait away. */
    async later(unacknowledged: UnacknowledgedRefund): Promise<void> {
      await model.updateOne(at(unacknowledged), justNow);
    },

    /** What was last said or asked about `afterMs` ago, the oldest first. */
    async due(afterMs: number, limit: number): Promise<UnacknowledgedRefund[]> {
      const isDue = { $lt: [`$${field}`, { $subtract: ['$$NOW', afterMs] }] };
      const found = await model
        .find({ [field]: DUE, $expr: isDue }, { accountId: 1, livemode: 1, [field]: 1 })
        .sort({ [field]: 1 })
        .limit(limit)
        .lean<(Pick<RefundDocument, '_id' | 'accountId' | 'livemode'> & { readonly [since in Since]: Date })[]>();
      return found.map(({ _id, accountId, livemode, [field]: since }) => ({
        id: _id,
        tenant: { accountId, livemode },
        since,
      }));
    },

    /** Nothing need be said again of the refund as it is now. */
    async settled(unacknowledged: UnacknowledgedRefund, { version }: PlainRefund): Promise<void> {
      await model.updateOne({ ...at(unacknowledged), version }, { $set: { [field]: null } });
    },

    /** Says a word again, as the same event, unless it still waits for the broker. */
    republish: (unacknowledged: UnacknowledgedRefund, refund: PlainRefund, event: RefundEvent): Promise<boolean> =>
      republish(
        { collection: model.collection, relay },
        {
          filter: { ...at(unacknowledged), version: refund.version },
          mark: justNow,
          events: [encodeEvent(refund, event)],
        },
      ),
  };
}

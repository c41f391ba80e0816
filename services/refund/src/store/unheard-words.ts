import type { Id, Tenant } from '@gx/core';
import { type OutboxRelay, pushAgain } from '@gx/runtime/mongo';
import type { Refund, RefundEvent } from '../domain/refund.ts';
import { encodeEvent } from './encode-event.ts';
import type { RefundDocument } from './refund-document.ts';
import { DUE, type RefundModel } from './refund-model.ts';

export type UnheardStore = ReturnType<typeof unheardStore>;
type Deps = { readonly model: RefundModel; readonly relay: Pick<OutboxRelay, 'publish'> };
/** A refund or return of a charge whose last word nobody is known to have heard, said or asked about last at `since`. */
export type Unheard = { readonly id: Id<'refund'>; readonly tenant: Tenant; readonly since: Date };

/** What charge may not have heard. Each write is for the moment that it was found at: of two processes the second changes nothing. */
export function unheardStore({ model, relay }: Deps) {
  const at = ({ id, tenant: { accountId, livemode }, since }: Unheard) => ({
    _id: id,
    accountId,
    livemode,
    unheardSince: since,
  });
  /** Somebody looked just now; the next look is a wait away. */
  const later = async (unheard: Unheard): Promise<void> => {
    await model.updateOne(at(unheard), { $currentDate: { unheardSince: true } });
  };
  return {
    later,

    /** What was last said or asked about `afterMs` ago, the oldest first. */
    async due(afterMs: number, limit: number): Promise<Unheard[]> {
      const isDue = { $lt: ['$unheardSince', { $subtract: ['$$NOW', afterMs] }] };
      const found = await model
        .find({ unheardSince: DUE, $expr: isDue }, { accountId: 1, livemode: 1, unheardSince: 1 })
        .sort({ unheardSince: 1 })
        .limit(limit)
        .lean<(Pick<RefundDocument, '_id' | 'accountId' | 'livemode'> & { unheardSince: Date })[]>();
      return found.map(({ _id, accountId, livemode, unheardSince }) => ({
        id: _id,
        tenant: { accountId, livemode },
        since: unheardSince,
      }));
    },

    /** Nothing need be said again of the refund as it is now. */
    async settled(unheard: Unheard, { version }: Refund): Promise<void> {
      await model.updateOne({ ...at(unheard), version }, { $set: { unheardSince: null } });
    },

    /** Says a word again, as the same event, unless it still waits for the broker. */
    sayAgain: (unheard: Unheard, refund: Refund, word: RefundEvent): Promise<void> =>
      pushAgain(
        { collection: model.collection, relay },
        {
          found: { ...at(unheard), version: refund.version },
          told: { $currentDate: { unheardSince: true } },
          events: [encodeEvent(refund, word)],
        },
      ),
  };
}

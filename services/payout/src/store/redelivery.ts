import type { OutboxRelay } from '@gx/runtime/mongo';
import { type DuePath, dueTime, redeliveryQueue } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { PayoutEvent, PlainPayout } from '../domain/payout.ts';
import { encodeEvent } from './encode-event.ts';
import { type PayoutDocument, plainOf } from './payout-document.ts';
import type { PayoutModel } from './payout-model.ts';

export type LossRedeliveryStore = ReturnType<typeof redeliveryStore>;
type Deps = {
  readonly connection: Connection;
  readonly model: PayoutModel;
  readonly relay: Pick<OutboxRelay, 'publish'>;
};
/** A payout whose last event may be lost; it was published or asked about last at `since`. */
export type UnconfirmedPayout = {
  readonly payout: PlainPayout;
  readonly since: Date;
  /** As it was found. */
  readonly document: PayoutDocument;
};

/** Payouts whose last event its consumer is not known to have. */
export function redeliveryStore({ connection, model, relay }: Deps, path: DuePath) {
  const queue = redeliveryQueue<PayoutDocument>(model, { connection, relay, path });
  return {
    /** Those whose event was last published or asked about `afterMs` ago, the oldest first. */
    async due(afterMs: number, limit: number): Promise<UnconfirmedPayout[]> {
      const documents = await queue.due(afterMs, limit);
      return documents.map((document) => ({
        payout: plainOf(document),
        since: dueTime(document, path) as Date,
        document,
      }));
    },

    /** Nobody asks about it any more, unless the payout has changed. */
    stopChecking: ({ document }: UnconfirmedPayout): Promise<void> =>
      queue.stopChecking(document, { when: { version: document.version } }),

    /** Somebody asked in vain just now; the next question is a wait away. */
    later: ({ document }: UnconfirmedPayout): Promise<void> => queue.later(document),

    /** Publishes the event once more as it was, unless it still waits for the broker. */
    republish: ({ document, payout }: UnconfirmedPayout, event: PayoutEvent): Promise<boolean> =>
      queue.republish(document, [encodeEvent(payout, event)]),
  };
}

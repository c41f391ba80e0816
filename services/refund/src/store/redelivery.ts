import { type DuePath, dueTime, type OutboxRelay, redeliveryQueue } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { PlainRefund, RefundEvent } from '../domain/refund.ts';
import { encodeEvent } from './encode-event.ts';
import { plainOf, type RefundDocument } from './refund-document.ts';
import type { RefundModel } from './refund-model.ts';

export type RedeliveryStore = ReturnType<typeof redeliveryStore>;
type Deps = {
  readonly connection: Connection;
  readonly model: RefundModel;
  readonly relay: Pick<OutboxRelay, 'publish'>;
};
/** A refund or return whose last event may be lost; it was published or asked about last at `since`. */
export type UnconfirmedRefund = {
  readonly refund: PlainRefund;
  readonly since: Date;
  /** As it was found. */
  readonly document: RefundDocument;
};

/** Refunds and returns whose last event one of its consumers is not known to have. */
export function redeliveryStore({ connection, model, relay }: Deps, path: DuePath) {
  const queue = redeliveryQueue<RefundDocument>(model, { connection, relay, path });
  return {
    /** Those whose event was last published or asked about `afterMs` ago, the oldest first. */
    async due(afterMs: number, limit: number): Promise<UnconfirmedRefund[]> {
      const documents = await queue.due(afterMs, limit);
      return documents.map((document) => ({
        refund: plainOf(document),
        since: dueTime(document, path) as Date,
        document,
      }));
    },

    /** Nobody asks about it any more, unless the refund has changed. */
    stopChecking: ({ document }: UnconfirmedRefund): Promise<void> =>
      queue.stopChecking(document, { when: { version: document.version } }),

    /** Somebody asked in vain just now; the next question is a wait away. */
    later: ({ document }: UnconfirmedRefund): Promise<void> => queue.later(document),

    /** Publishes the event once more as it was, unless it still waits for the broker. */
    republish: ({ document, refund }: UnconfirmedRefund, event: RefundEvent): Promise<boolean> =>
      queue.republish(document, [encodeEvent(refund, event)]),
  };
}

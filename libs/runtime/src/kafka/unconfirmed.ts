import type { UnappliableEvent } from './consumer.ts';
import type { EventEnvelope, ReceivedEvent } from './read-batch.ts';

/** Whether the owner of what an event says confirms it; if not, the first thing that it has otherwise. */
export type Confirmation = { readonly confirmed: boolean; readonly difference: string };
/** Queries the owner of some events, at most a thousand; one answer for each, in their order. */
export type QueryOwner<E> = (events: readonly E[]) => Promise<readonly Confirmation[]>;
/** Those of some events of a batch that can never be applied, since their owner does not confirm them. */
export type ConfirmationCheck<E> = (batch: readonly ReceivedEvent<E>[]) => Promise<readonly UnappliableEvent<E>[]>;

const AT_ONCE = 1_000;

/**
 * A signature proves who published an event; this asks whether its owner's record says it too (ADR 117), by
 * one call for a batch. What is not confirmed becomes a dead letter with an alarm. Throws while the owner
 * does not answer: the batch comes again.
 */
export function unconfirmedBy<E extends EventEnvelope>(
  query: QueryOwner<E>,
  { owner }: { readonly owner: string },
): ConfirmationCheck<E> {
  return async (batch) => {
    const refused: UnappliableEvent<E>[] = [];
    for (let start = 0; start < batch.length; start += AT_ONCE) {
      const some = batch.slice(start, start + AT_ONCE);
      const answers = await query(some.map(({ event }) => event));
      for (const [index, received] of some.entries()) {
        const answer = answers[index];
        // What got no answer is not confirmed either.
        if (answer?.confirmed === true) continue;
        const reason = `not confirmed by ${owner}: ${answer?.difference || 'no answer'}`;
        refused.push({ received, reason, alarm: 'event_not_confirmed' });
      }
    }
    return refused;
  };
}

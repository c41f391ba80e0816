import type { TenantMessage } from '@gx/contracts';
import { formatTraceparent, type Span, SpanKind, startSpan } from '@gx/runtime';
import type { ReceivedEvent, UnappliableEvent } from '@gx/runtime/kafka';
import type { EntryDraft } from '../domain/entry.ts';
import type { ActOnHold } from '../domain/fold.ts';
import type { Write } from '../store/journal.ts';
import type { BookAndAnnounce } from './book-and-announce.ts';

type Draft = EntryDraft | ActOnHold;
type MoneyEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly tenant: TenantMessage | null;
  /** Absent of what is about no charge. */
  readonly chargeId?: string;
};
/** Whose money an event is about. */
type MoneyOwner = TenantMessage & { readonly chargeId: string };

/**
 * One row per type of event that moves money. What an event asks for: an entry, an act on a hold, nothing
 * (null), or the reason why there can never be one.
 */
export type DraftsByType<E> = Readonly<Record<string, (event: E, of: MoneyOwner) => Draft | string | null>>;

/** By the row of the event's own type: the header, by which it was chosen, has to agree with it. */
function draftOf<E extends MoneyEvent>(drafts: DraftsByType<E>, event: E): Draft | string | null {
  const { type, tenant, chargeId = '' } = event;
  const row = drafts[type];
  if (row === undefined) return "the type is not the header's";
  return tenant === null ? 'there is no tenant' : row(event, { ...tenant, chargeId });
}

/**
 * Books a batch of one topic: validate first, then post what can be posted. Each entry is booked in its
 * event's trace.
 */
export const bookBatch =
  <E extends MoneyEvent>(drafts: DraftsByType<E>, book: BookAndAnnounce) =>
  async (batch: readonly ReceivedEvent<E>[]): Promise<readonly UnappliableEvent<E>[]> => {
    const unappliable: UnappliableEvent<E>[] = [];
    const eventsByWrite = new Map<Write, ReceivedEvent<E>>();
    const spans: Span[] = [];
    for (const received of batch) {
      const draft = draftOf(drafts, received.event);
      if (typeof draft === 'string') unappliable.push({ received, reason: draft });
      if (typeof draft === 'string' || draft === null) continue;
      const span = startSpan('post entry', spanOptions(received, draft));
      spans.push(span);
      // What the entry causes goes on in the trace of what caused it.
      const traceparent = formatTraceparent(span.spanContext()) ?? received.traceparent;
      eventsByWrite.set(
        'kind' in draft ? { kind: 'hold', act: draft } : { kind: 'post', draft, traceparent },
        received,
      );
    }
    try {
      const refused = await book([...eventsByWrite.keys()]);
      for (const [item, reason] of refused) {
        unappliable.push({ received: eventsByWrite.get(item) as ReceivedEvent<E>, reason });
      }
    } finally {
      for (const span of spans) span.end();
    }
    return unappliable;
  };

const spanOptions = (received: ReceivedEvent<{ readonly eventId: string }>, draft: Draft) => ({
  kind: SpanKind.CONSUMER,
  parent: received.context,
  attributes: {
    'gx.event.id': received.event.eventId,
    ...chargeAttribute(draft),
  },
});

function chargeAttribute(draft: Draft): { 'gx.charge.id'?: string } {
  const chargeId = 'terms' in draft ? draft.terms?.chargeId : 'chargeId' in draft ? draft.chargeId : undefined;
  return chargeId == null ? {} : { 'gx.charge.id': chargeId };
}

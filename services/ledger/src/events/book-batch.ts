import type { TenantMessage } from '@gx/contracts';
import { invariant } from '@gx/core';
import { formatTraceparent, type Span, SpanKind, startSpan } from '@gx/runtime';
import type { ConfirmationCheck, EventEnvelope, ReceivedEvent, UnappliableEvent } from '@gx/runtime/kafka';
import { type Draft, paysMerchant } from '../domain/pays-merchant.ts';
import type { Write } from '../store/journal.ts';
import type { BookAndAnnounce } from './book-and-announce.ts';

type MoneyEvent = EventEnvelope & {
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

export type BookBatchDeps<E> = {
  readonly book: BookAndAnnounce;
  /** What the topic's owner does not confirm; absent where no event pays a merchant. */
  readonly unconfirmed?: ConfirmationCheck<E>;
};

/**
 * Books a batch of one topic: validate first, ask the owner of what would pay a merchant, then post what can
 * be posted. Each entry is booked in its event's trace.
 */
export const bookBatch =
  <E extends MoneyEvent>(drafts: DraftsByType<E>, { book, unconfirmed = paysNobody }: BookBatchDeps<E>) =>
  async (batch: readonly ReceivedEvent<E>[]): Promise<readonly UnappliableEvent<E>[]> => {
    const read = batch.map((received) => ({ received, draft: draftOf(drafts, received.event) }));
    const malformed = read.flatMap(({ received, draft }) =>
      typeof draft === 'string' ? [{ received, reason: draft }] : [],
    );
    const wanted = read.filter((one): one is Wanted<E> => typeof one.draft === 'object' && one.draft !== null);
    const paying = wanted.filter(({ draft }) => paysMerchant(draft));
    const unknown = await unconfirmed(paying.map(({ received }) => received));
    const left = new Set(unknown.map(({ received }) => received));
    const refused = await bookAll(
      book,
      wanted.filter(({ received }) => !left.has(received)),
    );
    return [...malformed, ...unknown, ...refused];
  };

async function paysNobody(paying: readonly unknown[]): Promise<readonly []> {
  invariant(paying.length === 0, 'what pays a merchant is confirmed by its owner');
  return [];
}

type Wanted<E> = { readonly received: ReceivedEvent<E>; readonly draft: Draft };

/** Answers what can never be posted. */
async function bookAll<E extends MoneyEvent>(
  book: BookAndAnnounce,
  wanted: readonly Wanted<E>[],
): Promise<readonly UnappliableEvent<E>[]> {
  const eventsByWrite = new Map<Write, ReceivedEvent<E>>();
  const spans: Span[] = [];
  for (const { received, draft } of wanted) {
    const span = startSpan('post entry', spanOptions(received, draft));
    spans.push(span);
    // What the entry causes goes on in the trace of what caused it.
    const traceparent = formatTraceparent(span.spanContext()) ?? received.traceparent;
    eventsByWrite.set('kind' in draft ? { kind: 'hold', act: draft } : { kind: 'post', draft, traceparent }, received);
  }
  try {
    const refused = await book([...eventsByWrite.keys()]);
    return [...refused].map(([item, reason]) => ({ received: eventsByWrite.get(item) as ReceivedEvent<E>, reason }));
  } finally {
    for (const span of spans) span.end();
  }
}

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

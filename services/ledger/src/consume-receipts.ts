import { chargeEventCodec, topicName } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import {
  formatTraceparent,
  type Host,
  type Kafka,
  type Producer,
  type Received,
  type Span,
  SpanKind,
  startConsumer,
  startSpan,
  type Unappliable,
} from '@gx/runtime';
import { creditReceipt, type ReceiptFacts } from './domain/receipt.ts';
import type { onReceiptsAccepted } from './events/on-receipts-accepted.ts';
import type { Wanted } from './store/journal.ts';

type Deps = {
  readonly kafka: Kafka;
  readonly producer: Producer;
  readonly topicPrefix: string;
  readonly credit: ReturnType<typeof onReceiptsAccepted>;
};

/** Of everything that happens to a charge the ledger takes one thing; other types are left out by design. */
const TYPES = ['charge.receipt_accepted'] as const;

/** Reads accepted receipts from charge's topic, batch by batch: validate first, then credit what can be credited. */
export const consumeReceipts = (host: Host, { kafka, producer, topicPrefix, credit }: Deps): void =>
  startConsumer(host, {
    kafka,
    producer,
    group: `${topicPrefix}ledger`,
    topic: topicName(topicPrefix, 'charge'),
    codec: chargeEventCodec,
    types: TYPES,
    apply: (batch) => applyBatch(batch, credit),
  });

async function applyBatch(batch: readonly Received<ChargeEvent>[], credit: Deps['credit']) {
  const unappliable: Unappliable<ChargeEvent>[] = [];
  const wanted = new Map<Wanted, Received<ChargeEvent>>();
  const spans: Span[] = [];
  for (const received of batch) {
    const draft = draftOf(received.event);
    if (typeof draft === 'string') {
      unappliable.push({ received, reason: draft });
      continue;
    }
    // Each receipt is booked in its own trace, and its event carries that trace on.
    const span = startSpan('post entry', {
      kind: SpanKind.CONSUMER,
      parent: received.context,
      attributes: { 'gx.charge.id': draft.chargeId, 'gx.event.id': received.event.eventId },
    });
    spans.push(span);
    wanted.set({ draft, traceparent: formatTraceparent(span.spanContext()) ?? received.traceparent }, received);
  }
  try {
    const refused = await credit([...wanted.keys()]);
    for (const [item, reason] of refused) {
      unappliable.push({ received: wanted.get(item) as Received<ChargeEvent>, reason });
    }
  } finally {
    for (const span of spans) span.end();
  }
  return unappliable;
}

/** The entry that an event asks for, or why there can never be one. */
function draftOf({ tenant, chargeId, receiptAccepted }: ChargeEvent) {
  if (tenant === null) return 'there is no tenant';
  if (receiptAccepted === undefined || receiptAccepted === null) return 'the event does not carry a receipt';
  const facts: ReceiptFacts = {
    accountId: tenant.accountId,
    livemode: tenant.livemode,
    chargeId,
    endToEndId: receiptAccepted.endToEndId,
    amount: receiptAccepted.amount,
    currency: receiptAccepted.currency,
    providerFee: receiptAccepted.providerFee,
    platformFee: receiptAccepted.platformFee,
    settlementDelaySeconds: receiptAccepted.settlementDelaySeconds,
    settledAt: new Date(receiptAccepted.settledAtMs),
  };
  return creditReceipt(facts);
}

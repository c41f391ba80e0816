import { encodedEvent, refundEventCodec } from '@gx/contracts';
import { invariant, refundEventIdOf } from '@gx/core';
import { traceparent } from '@gx/runtime';
import { type OutboxRecord, toOutbox } from '@gx/runtime/mongo';
import type { PlainRefund, RefundEvent } from '../domain/refund.ts';
import { refundView } from '../domain/refund-view.ts';

/**
 * One event of a refund as it waits in the outbox: its id derives from refund and sequence, so twice is once.
 */
export function encodeEvent(refund: PlainRefund, event: RefundEvent): OutboxRecord {
  const { type, sequence, occurredAt } = event;
  const eventId = refundEventIdOf(refund.id, sequence);
  const value = refundEventCodec.encode({
    eventId,
    type,
    sequence,
    tenant: refund.tenant,
    refundId: refund.id,
    chargeId: refund.chargeId ?? '',
    occurredAtMs: occurredAt.getTime(),
    ...bodyOf(refund, event),
  });
  const attributes = { eventId, type, sequence, tenant: refund.tenant, traceparent: traceOf(refund, event) };
  return toOutbox(encodedEvent(attributes, value), occurredAt);
}

function bodyOf(refund: PlainRefund, { type, status }: RefundEvent) {
  const view = refundView({ ...refund, status });
  switch (type) {
    case 'refund.created':
      return { created: view };
    case 'refund.progressed':
      return { progressed: view };
    case 'refund.lost':
      // Whichever party was to bear it: the merchant was given theirs back when it failed, and the bank takes
      // it all the same.
      return {
        lost: {
          amount: view.amount,
          currency: view.currency,
          fee: refund.fee.amount,
          bankProfileId: refund.bank.profileId,
        },
      };
    case 'return.progressed':
      return { returnProgressed: returnProgressed(refund, view) };
  }
}

/**
 * The amount is the whole payment: with it suspense is cleared, whichever party sent which part of it back.
 */
function returnProgressed({ bank, reason, payment }: PlainRefund, view: ReturnType<typeof refundView>) {
  const { currency, status } = view;
  const amount = payment ?? view.amount;
  invariant(reason !== null, 'a return has a reason');
  return { bankProfileId: bank.profileId, endToEndId: bank.endToEndId as string, amount, currency, reason, status };
}

/**
 * One trace per cause: the creation belongs to the merchant's request, whichever process finished it;
 * progress to what brought it about.
 */
const traceOf = (refund: PlainRefund, { type }: RefundEvent): string | undefined =>
  type === 'refund.created'
    ? (refund.traceparent ?? traceparent())
    : (traceparent() ?? refund.traceparent ?? undefined);

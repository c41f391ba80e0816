import { encodedEvent, payoutEventCodec } from '@gx/contracts';
import { payoutEventIdOf } from '@gx/core';
import { traceparent } from '@gx/runtime';
import { type OutboxRecord, toOutbox } from '@gx/runtime/mongo';
import type { PayoutEvent, PlainPayout } from '../domain/payout.ts';
import { eventView } from '../domain/payout-view.ts';
import { isHidden, type VisiblePayoutStatus } from '../domain/transitions.ts';

/**
 * One event of a payout as it waits in the outbox: its id derives from payout and sequence, so twice is once.
 */
export function encodeEvent(payout: PlainPayout, event: PayoutEvent): OutboxRecord {
  const { type, sequence, occurredAt } = event;
  const eventId = payoutEventIdOf(payout.id, sequence);
  const value = payoutEventCodec.encode({
    eventId,
    type,
    sequence,
    tenant: payout.tenant,
    payoutId: payout.id,
    occurredAtMs: occurredAt.getTime(),
    ...bodyOf(payout, event),
  });
  const attributes = { eventId, type, sequence, tenant: payout.tenant, traceparent: traceOf(payout, event) };
  return toOutbox(encodedEvent(attributes, value), occurredAt);
}

function bodyOf(payout: PlainPayout, { type, previousStatus: before }: PayoutEvent) {
  const previousStatus: VisiblePayoutStatus | 'STATUS_UNSPECIFIED' =
    before === null || isHidden(before) ? 'STATUS_UNSPECIFIED' : before;
  const changed = { payout: eventView(payout), previousStatus };
  switch (type) {
    case 'payout.created':
      return { created: changed };
    case 'payout.paid':
      return { paid: changed };
    case 'payout.failed':
      return { failed: changed };
    case 'payout.lost':
      // The merchant was given the fee back when it failed; the bank takes its own all the same.
      return {
        lost: {
          amount: payout.amount,
          currency: payout.currency,
          fee: payout.providerFee,
          bankProfileId: payout.bank.profileId,
        },
      };
  }
}

/**
 * One trace per cause: the creation belongs to the merchant's request, whichever process finished it; what
 * follows to what brought it about.
 */
const traceOf = (payout: PlainPayout, { type }: PayoutEvent): string | undefined =>
  type === 'payout.created'
    ? (payout.traceparent ?? traceparent())
    : (traceparent() ?? payout.traceparent ?? undefined);

import type { PayoutChanged, PayoutEvent } from '@gx/contracts/payout';
import { parseId } from '@gx/core';
import type { ReceivedEvent } from '@gx/runtime/kafka';
import { isPayoutEvent, PAYOUT_DELIVERED_AS, type PayoutEventType } from '../domain/event-catalog.ts';
import type { PublicEvent } from './public-event.ts';

/** Where each public event carries its payout. */
// biome-ignore format: one row per type, read as a table
const CHANGED = {
  'payout.created': ({ created }) => created,
  'payout.paid':    ({ paid }) => paid,
  'payout.failed':  ({ failed }) => failed,
} as const satisfies Record<PayoutEventType, (event: PayoutEvent) => PayoutChanged | null | undefined>;

/** The event as deliveries are made of it, or why none can be. */
export function readPayoutEvent({
  event,
  traceparent,
}: Pick<ReceivedEvent<PayoutEvent>, 'event' | 'traceparent'>): PublicEvent | string {
  const { type, tenant, eventId, payoutId, sequence, occurredAtMs } = event;
  if (!isPayoutEvent(type)) return `not a public event: ${type}`;
  const accountId = parseId('account', tenant?.accountId ?? '');
  if (tenant === null || accountId === undefined) return 'no tenant';
  if (eventId === '' || payoutId === '') return 'no event id or payout id';
  const { payout, previousStatus } = CHANGED[type](event) ?? {};
  if (!payout || previousStatus === undefined) return 'no payout in it';
  const { status, destination, failureCode, failureMessage } = payout;
  if (status === 'STATUS_UNSPECIFIED' || destination === null) return 'no status or destination in its payout';
  if (status === 'FAILED' && !(failureCode && failureMessage)) return 'no reason in its failed payout';
  return {
    tenant: { accountId, livemode: tenant.livemode },
    names: PAYOUT_DELIVERED_AS[type],
    change: {
      eventId,
      subjectId: payoutId,
      sequence,
      occurredAtMs,
      livemode: tenant.livemode,
      payout,
      previousStatus,
    },
    traceparent,
  };
}

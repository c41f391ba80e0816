import type { CausingDispute, RefundInitiator, RefundStatus } from '@gx/contracts';
import type { ChargeChanged, ChargeEvent } from '@gx/contracts/charge';
import { parseId } from '@gx/core';
import type { ReceivedEvent } from '@gx/runtime/kafka';
import { CHARGE_DELIVERED_AS, type ChargeEventType, isChargeEvent } from '../domain/event-catalog.ts';
import type { ChargeChange, PublicEvent } from './public-event.ts';

/** Where each public event carries its charge. */
// biome-ignore format: one row per type, read as a table
const CHANGED = {
  'charge.created':           ({ created }) => created,
  'charge.paid':              ({ paid }) => paid,
  'charge.expired':           ({ expired }) => expired,
  'charge.failed':            ({ failed }) => failed,
  'charge.refund_progressed': ({ refundProgressed }) => refundProgressed,
} as const satisfies Record<ChargeEventType, (event: ChargeEvent) => ChargeChanged | null | undefined>;

const REFUND_STATUSES: readonly string[] = ['PENDING', 'IN_PROGRESS', 'REFUNDED', 'FAILED'] satisfies RefundStatus[];

const INITIATORS: readonly string[] = ['merchant', 'automatic', 'bank'] satisfies RefundInitiator[];

const DISPUTE_STATUSES: readonly string[] = ['needs_response', 'won', 'lost'] satisfies CausingDispute['status'][];

/** The event as deliveries are made of it, or why none can be. */
export function readChargeEvent({
  event,
  traceparent,
}: Pick<ReceivedEvent<ChargeEvent>, 'event' | 'traceparent'>): PublicEvent | string {
  const { type, tenant, eventId, chargeId, sequence, occurredAtMs } = event;
  if (!isChargeEvent(type)) return `not a public event: ${type}`;
  const changed = CHANGED[type](event);
  const accountId = parseId('account', tenant?.accountId ?? '');
  if (tenant === null || accountId === undefined) return 'no tenant';
  if (eventId === '' || chargeId === '') return 'no event id or charge id';
  if (!changed?.charge) return 'no charge in it';
  const { charge, previousStatus } = changed;
  const cause = event.paid?.dispute ?? event.failed?.dispute;
  const dispute = cause && disputeOf(cause);
  if (cause && dispute === undefined) return 'no dispute in it';
  const refund = refundOf(event);
  if (type === 'charge.refund_progressed' && refund === undefined) return 'no refund in it';
  return {
    tenant: { accountId, livemode: tenant.livemode },
    names: CHARGE_DELIVERED_AS[type],
    change: {
      eventId,
      subjectId: chargeId,
      sequence,
      occurredAtMs,
      livemode: tenant.livemode,
      charge,
      previousStatus,
      ...(refund === undefined ? {} : { refund }),
      ...(dispute ? { dispute } : {}),
    },
    traceparent,
  };
}

const disputeOf = ({ disputeId: id, status }: NonNullable<ChargeChanged['dispute']>): CausingDispute | undefined =>
  parseId('dispute', id) === undefined || !DISPUTE_STATUSES.includes(status)
    ? undefined
    : { id, status: status as CausingDispute['status'] };

function refundOf({ refundProgressed }: ChargeEvent): ChargeChange['refund'] {
  const {
    refundId: id = '',
    amount = 0,
    refundStatus = '',
    initiator = '',
    reason,
    failureCode,
    returnedAmount,
  } = refundProgressed ?? {};
  if (parseId('refund', id) === undefined || !REFUND_STATUSES.includes(refundStatus)) return undefined;
  if (!INITIATORS.includes(initiator)) return undefined;
  return {
    id,
    amount,
    status: refundStatus as RefundStatus,
    initiator: initiator as RefundInitiator,
    ...(reason === undefined ? {} : { reason }),
    ...(failureCode === undefined ? {} : { failureCode }),
    ...(returnedAmount === undefined ? {} : { returnedAmount }),
  };
}

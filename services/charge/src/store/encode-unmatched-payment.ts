import { chargeEventCodec, encodedEvent } from '@gx/contracts';
import { type Cents, type Id, PLATFORM_ACCOUNT, unmatchedPaymentEventIdOf } from '@gx/core';
import { traceparent } from '@gx/runtime';
import { type OutboxRecord, toOutbox } from '@gx/runtime/mongo';
import type { ReceivedPix } from '../domain/decide-payment.ts';

type UnmatchedPayment = ReceivedPix & {
  readonly bankProfileId: string;
  readonly livemode: boolean;
  readonly returnId: Id<'refund'>;
  readonly returnedByBank?: Cents;
};

/** The order to return money of no charge: the platform's own event, since no merchant has a part in it. */
export function encodeUnmatchedPayment(unmatchedPayment: UnmatchedPayment, occurredAt: Date): OutboxRecord {
  const { bankProfileId, livemode, endToEndId, amount, paidAt, returnId, returnedByBank = 0 } = unmatchedPayment;
  const tenant = { accountId: PLATFORM_ACCOUNT, livemode };
  const attributes = {
    eventId: unmatchedPaymentEventIdOf(returnId),
    type: 'charge.return_ordered',
    sequence: 1,
    tenant,
  };
  const order = { returnId, bankProfileId, endToEndId, amount, currency: 'BRL', reason: 'UNKNOWN_CHARGE' };
  const value = chargeEventCodec.encode({
    ...attributes,
    chargeId: '',
    occurredAtMs: occurredAt.getTime(),
    returnOrdered: { ...order, paidAtMs: paidAt.getTime(), returnedByBank },
  });
  return toOutbox(encodedEvent({ ...attributes, traceparent: traceparent() }, value), occurredAt);
}

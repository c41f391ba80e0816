import { chargeEventCodec, encodedEvent } from '@gx/contracts';
import { type EndToEndId, eventIdOf, invariant, unreachable } from '@gx/core';
import { traceparent } from '@gx/runtime';
import { type OutboxRecord, toOutbox } from '@gx/runtime/mongo';
import type { mongo } from 'mongoose';
import type { Charge, ChargeEvent } from '../domain/charge.ts';
import { type Addresses, chargeView, presentedView } from '../domain/charge-view.ts';
import type { Receipt } from '../domain/dispose.ts';
import type { Dispute } from '../domain/order.ts';
import { orderWayOf } from '../domain/ways.ts';
import type { LastEvent } from './last-event.ts';

/** One event of a charge as it waits in the outbox: its id derives from charge and sequence, so twice is once. */
export function encodeEvent(charge: Charge, event: ChargeEvent, addresses: Addresses): OutboxRecord {
  const { type, sequence, occurredAt } = event;
  const eventId = eventIdOf(charge.id, sequence);
  const value = chargeEventCodec.encode({
    eventId,
    type,
    sequence,
    tenant: charge.tenant,
    chargeId: charge.id,
    occurredAtMs: occurredAt.getTime(),
    ...bodyOf(charge, event, addresses),
  });
  const facts = { eventId, type, sequence, tenant: charge.tenant, traceparent: traceOf(charge, event) };
  return toOutbox(encodedEvent(facts, value), occurredAt);
}

/** The bytes of what was kept of an event; those of a creation are made again, from what never changes. */
export function lastEventOf(charge: Charge, kept: LastEvent | null, addresses: Addresses): Buffer | undefined {
  if (kept === null) return undefined;
  if (kept.value !== null) return bytesOf(kept.value);
  const created = { type: 'charge.created', sequence: kept.sequence, occurredAt: kept.at } as const;
  return bytesOf(encodeEvent(charge, { ...created, previousStatus: 'PENDING' }, addresses).value);
}

const bytesOf = (value: Buffer | mongo.Binary): Buffer => (Buffer.isBuffer(value) ? value : Buffer.from(value.buffer));

function bodyOf(charge: Charge, event: ChargeEvent, addresses: Addresses) {
  const changed = (show = chargeView) => {
    const { previousStatus, status = charge.status } = event;
    invariant(previousStatus !== 'REJECTED', 'nobody hears of a rejected charge; only its money has events');
    // The write may have gone on from there: each event shows the charge as it was after its own step.
    return { charge: show({ ...charge, status }, addresses), previousStatus };
  };
  switch (event.type) {
    case 'charge.created':
      // Money may have moved the charge on in the same write: the creation still tells of a charge that waits.
      return { created: changed(presentedView) };
    case 'charge.paid':
      return { paid: changed() };
    case 'charge.expired':
      return { expired: changed() };
    case 'charge.failed':
      return { failed: changed() };
    case 'charge.refund_progressed': {
      const { id: refundId, amount, status: refundStatus, failureCode } = event.refund;
      const why = failureCode === undefined ? {} : { failureCode };
      return { refundProgressed: { ...changed(), refundId, amount, refundStatus, ...why } };
    }
    case 'charge.receipt_accepted':
      return { receiptAccepted: receiptAccepted(charge) };
    case 'charge.receipt_held':
      return { receiptHeld: receiptHeld(charge, event.endToEndId) };
    case 'charge.return_ordered':
      return { returnOrdered: returnOrdered(charge, event.endToEndId) };
    case 'charge.dispute_opened':
      return { disputeOpened: disputed(charge, event.dispute) };
    case 'charge.dispute_closed':
      return { disputeClosed: { ...disputed(charge, event.dispute), won: event.dispute.status === 'won' } };
    default:
      return unreachable(event);
  }
}

function receiptOf(charge: Charge, endToEndId: EndToEndId): Receipt {
  const receipt = charge.receipts.find((one) => one.endToEndId === endToEndId);
  invariant(receipt !== undefined, 'an event about money that is no receipt of the charge');
  return receipt;
}

function receiptHeld(charge: Charge, endToEndId: EndToEndId) {
  const { amount } = receiptOf(charge, endToEndId);
  return { endToEndId, amount, currency: charge.currency };
}

function returnOrdered(charge: Charge, endToEndId: EndToEndId) {
  const { amount, settledAt, disposition } = receiptOf(charge, endToEndId);
  invariant(disposition.kind === 'returned', 'money that is not returned is not ordered back');
  const { returnId, reason } = disposition;
  invariant(returnId !== null, 'a return has an id before it is ordered');
  const bankProfileId = charge.bank.profileId;
  const { currency } = charge;
  const facts = { returnId, bankProfileId, endToEndId, amount, currency, reason, settledAtMs: settledAt.getTime() };
  const order = orderWayOf(charge, endToEndId);
  return order === undefined ? facts : { ...facts, orderReference: order.txid as string, paymentMethod: order.method };
}

const disputed = ({ currency }: Charge, { id, amount }: Dispute) => ({ disputeId: id as string, amount, currency });

function receiptAccepted({ settlement, review, amount, currency, fees, settlementDelaySeconds }: Charge) {
  invariant(settlement !== null, 'no receipt was accepted');
  return {
    endToEndId: settlement.endToEndId,
    amount,
    currency,
    providerFee: fees.provider,
    platformFee: fees.platform,
    settlementDelaySeconds,
    settledAtMs: settlement.paidAt.getTime(),
    wasHeld: review?.endToEndId === settlement.endToEndId,
  };
}

/** One trace per cause: the creation belongs to the merchant's request, whoever finished it; money to the bank's notice. */
function traceOf(charge: Charge, { type }: ChargeEvent): string | undefined {
  switch (type) {
    case 'charge.created':
      return charge.traceparent ?? traceparent();
    case 'charge.receipt_accepted':
      return charge.settlement?.traceparent ?? traceparent();
    case 'charge.paid':
      return traceparent() ?? charge.settlement?.traceparent ?? undefined;
    default:
      return traceparent();
  }
}

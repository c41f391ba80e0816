import { randomUUID } from 'node:crypto';
import { chargeEventCodec, encodedEvent } from '@gx/contracts';
import { type EndToEndId, eventIdOf, type Id, invariant, unreachable } from '@gx/core';
import { traceparent } from '@gx/runtime';
import { type OutboxRecord, toOutbox } from '@gx/runtime/mongo';
import type { mongo } from 'mongoose';
import type { BankReturn } from '../domain/bank-return.ts';
import type { Charge, ChargeEvent } from '../domain/charge.ts';
import { chargeView, type PublicAddresses, presentedView } from '../domain/charge-view.ts';
import type { IncomingPayment } from '../domain/decide-payment.ts';
import type { Dispute } from '../domain/order.ts';
import { orderOptionOf } from '../domain/payment-options.ts';
import type { LastEvent } from './last-event.ts';

/**
 * One event of a charge as it waits in the outbox: its id derives from charge and sequence, so twice is once.
 */
export function encodeEvent(charge: Charge, event: ChargeEvent, addresses: PublicAddresses): OutboxRecord {
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
  const attributes = { eventId, type, sequence, tenant: charge.tenant, traceparent: traceOf(charge, event) };
  return toOutbox(encodedEvent(attributes, value), occurredAt);
}

/** The type of what only the relay sees: it marks the statistics of a charge dirty, and travels nowhere. */
export const STATISTICS_MARK = 'statistics_mark';

/** Stands in the outbox for a change that statistics see and of which nobody is told. */
export const statisticsMark = (accountId: Id<'account'>): OutboxRecord =>
  toOutbox(
    { eventId: randomUUID(), type: STATISTICS_MARK, sequence: 0, key: accountId, headers: {}, value: Buffer.alloc(0) },
    new Date(),
  );

/** The bytes of what was kept of an event; those of a creation are made again, from what never changes. */
export function lastEventOf(charge: Charge, kept: LastEvent | null, addresses: PublicAddresses): Buffer | undefined {
  if (kept === null) return undefined;
  if (kept.value !== null) return bytesOf(kept.value);
  const created = { type: 'charge.created', sequence: kept.sequence, occurredAt: kept.at } as const;
  return bytesOf(encodeEvent(charge, { ...created, previousStatus: 'PENDING' }, addresses).value);
}

/** What MongoDB gives back of bytes that were stored. */
export const bytesOf = (value: Buffer | mongo.Binary): Buffer =>
  Buffer.isBuffer(value) ? value : Buffer.from(value.buffer);

function bodyOf(charge: Charge, event: ChargeEvent, addresses: PublicAddresses) {
  const changed = (show = chargeView) => {
    const { previousStatus, status = charge.status } = event;
    invariant(previousStatus !== 'REJECTED', 'nobody hears of a rejected charge; only its money has events');
    // The write may have gone on from there: each event shows the charge as it was after its own step.
    return { charge: show({ ...charge, status }, addresses), previousStatus };
  };
  switch (event.type) {
    case 'charge.created':
      // Money may have moved the charge on in the same write: the creation still tells of a charge that
      // waits.
      return { created: changed(presentedView) };
    case 'charge.paid':
      return { paid: { ...changed(), ...causeOf(event) } };
    case 'charge.expired':
      return { expired: changed() };
    case 'charge.failed':
      return { failed: { ...changed(), ...causeOf(event) } };
    case 'charge.refund_progressed': {
      const { id: refundId, amount, status: refundStatus, failureCode, initiator, reason } = event.refund;
      const why = {
        ...(failureCode === undefined ? {} : { failureCode }),
        ...(reason === undefined ? {} : { reason }),
      };
      return { refundProgressed: { ...changed(), refundId, amount, refundStatus, initiator, ...why } };
    }
    case 'charge.returned_by_bank':
      return { returnedByBank: returnedByBank(charge, event.bankReturn) };
    case 'charge.payment_accepted':
      return { paymentAccepted: paymentAccepted(charge) };
    case 'charge.payment_held':
      return { paymentHeld: paymentHeld(charge, event.endToEndId) };
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

function paymentOf(charge: Charge, endToEndId: EndToEndId): IncomingPayment {
  const payment = charge.payments.find((one) => one.endToEndId === endToEndId);
  invariant(payment !== undefined, 'an event about money that is no payment of the charge');
  return payment;
}

function paymentHeld(charge: Charge, endToEndId: EndToEndId) {
  const { amount } = paymentOf(charge, endToEndId);
  return { endToEndId, amount, currency: charge.currency, bankProfileId: charge.bankProfileId };
}

function returnOrdered(charge: Charge, endToEndId: EndToEndId) {
  const { amount, paidAt, decision, returnedByBank = 0 } = paymentOf(charge, endToEndId);
  invariant(decision.kind === 'returned', 'money that is not returned is not ordered back');
  const { returnId, reason } = decision;
  const bankProfileId = charge.bankProfileId;
  const { currency } = charge;
  const attributes = { returnId, bankProfileId, endToEndId, amount, currency, reason, paidAtMs: paidAt.getTime() };
  return { ...attributes, returnedByBank, ...orderOf(charge, endToEndId) };
}

/** The order that a payment paid, where it is no Pix. */
function orderOf(charge: Charge, endToEndId: EndToEndId) {
  const order = orderOptionOf(charge, endToEndId);
  return order === undefined ? {} : { orderReference: order.txid as string, paymentMethod: order.method };
}

function returnedByBank(charge: Charge, { id, firstSeenAt, ...bankReturn }: BankReturn) {
  const { currency, bankProfileId } = charge;
  return {
    ...bankReturn,
    refundId: id as string,
    bankProfileId,
    currency,
    firstSeenAtMs: firstSeenAt.getTime(),
    ...orderOf(charge, bankReturn.endToEndId),
  };
}

const causeOf = ({ dispute }: { readonly dispute?: Dispute }) =>
  dispute === undefined ? {} : { dispute: { disputeId: dispute.id as string, status: DISPUTE_STATUS[dispute.status] } };

/** In the words of `GET /v1/disputes` (decisions, section 9). */
const DISPUTE_STATUS = { open: 'needs_response', won: 'won', lost: 'lost' } as const satisfies Record<
  Dispute['status'],
  string
>;

const disputed = ({ currency, bankProfileId }: Charge, { id, amount }: Dispute) => ({
  disputeId: id as string,
  amount,
  currency,
  bankProfileId,
});

function paymentAccepted({
  settlement,
  review,
  amount,
  currency,
  fees,
  settlementDelaySeconds,
  bankProfileId,
}: Charge) {
  invariant(settlement !== null, 'no payment was accepted');
  return {
    endToEndId: settlement.endToEndId,
    amount,
    currency,
    providerFee: fees.provider,
    platformFee: fees.platform,
    settlementDelaySeconds,
    paidAtMs: settlement.paidAt.getTime(),
    wasHeld: review?.endToEndId === settlement.endToEndId,
    bankProfileId,
  };
}

/**
 * One trace per cause: the creation belongs to the merchant's request, also when another process finished it;
 * money to the bank's callback.
 */
function traceOf(charge: Charge, { type }: ChargeEvent): string | undefined {
  switch (type) {
    case 'charge.created':
      return charge.traceparent ?? traceparent();
    case 'charge.payment_accepted':
      return charge.settlement?.traceparent ?? traceparent();
    case 'charge.paid':
      return traceparent() ?? charge.settlement?.traceparent ?? undefined;
    default:
      return traceparent();
  }
}

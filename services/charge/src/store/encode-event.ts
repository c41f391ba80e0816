import { randomUUID } from 'node:crypto';
import { chargeEventCodec, encodedEvent } from '@gx/contracts';
import {
  type Cents,
  type EndToEndId,
  eventIdOf,
  type Id,
  invariant,
  PLATFORM_ACCOUNT,
  unmatchedPaymentEventIdOf,
  unreachable,
} from '@gx/core';
import { traceparent } from '@gx/runtime';
import { type OutboxRecord, toOutbox } from '@gx/runtime/mongo';
import type { mongo } from 'mongoose';
import { type BankReturn, partOf } from '../domain/bank-return.ts';
import type { Charge, ChargeEvent } from '../domain/charge.ts';
import { encryptedView, type PublicAddresses, presentedView } from '../domain/charge-view.ts';
import type { IncomingPayment, ReceivedPix } from '../domain/decide-payment.ts';
import type { Dispute } from '../domain/dispute.ts';
import { orderOptionOf } from '../domain/payment-options.ts';
import type { LastEvent } from './last-event.ts';

/**
 * One event of a charge as it waits in the outbox: its id derives from charge and sequence, so twice is once.
 */
export function encodeEvent(charge: Charge, event: ChargeEvent, addresses: PublicAddresses): OutboxRecord {
  const { type, sequence, occurredAt } = event;
  const named = { eventId: eventIdOf(charge.id, sequence), type, sequence, tenant: charge.tenant };
  const message = { ...named, chargeId: charge.id, ...bodyOf(charge, event, addresses) };
  return outboxOf(message, occurredAt, traceOf(charge, event));
}

type UnmatchedPayment = ReceivedPix & {
  readonly bankProfileId: string;
  readonly livemode: boolean;
  readonly returnId: Id<'refund'>;
  readonly returnedByBank?: Cents;
};

/** The order to return money of no charge: the platform's own event, since no merchant has a part in it. */
export function encodeUnmatchedPayment(payment: UnmatchedPayment, occurredAt: Date): OutboxRecord {
  const { bankProfileId, livemode, returnId } = payment;
  const tenant = { accountId: PLATFORM_ACCOUNT, livemode };
  const order = { bankProfileId, currency: 'BRL', returnId, reason: 'UNKNOWN_CHARGE' };
  const named = { eventId: unmatchedPaymentEventIdOf(returnId), type: 'charge.return_ordered', sequence: 1, tenant };
  const message = { ...named, chargeId: '', returnOrdered: returnInstruction(payment, order) };
  return outboxOf(message, occurredAt, traceparent());
}

type Message = Omit<Parameters<typeof chargeEventCodec.encode>[0], 'occurredAtMs'> &
  Omit<Parameters<typeof encodedEvent>[0], 'traceparent'>;

function outboxOf(message: Message, occurredAt: Date, trace: string | undefined): OutboxRecord {
  const value = chargeEventCodec.encode({ ...message, occurredAtMs: occurredAt.getTime() });
  return toOutbox(encodedEvent({ ...message, traceparent: trace }, value), occurredAt);
}

/** The type of what only the relay sees: it marks the statistics of a charge dirty, and travels nowhere. */
export const STATISTICS_MARK = 'statistics_mark';

/** Stands in the outbox for a change that statistics see and that no event publishes. */
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
  const changed = (show = encryptedView) => {
    const { previousStatus, status = charge.status } = event;
    invariant(previousStatus !== 'REJECTED', 'a rejected charge is not published; only its money has events');
    // The write may have gone on from there: each event shows the charge as it was after its own step.
    return { charge: show({ ...charge, status }, addresses), previousStatus };
  };
  switch (event.type) {
    case 'charge.created':
      // Money may have moved the charge on in the same write: the creation still shows a charge that
      // waits.
      return { created: changed(presentedView) };
    case 'charge.paid':
      return { paid: { ...changed(), ...causeOf(event) } };
    case 'charge.expired':
      return { expired: changed() };
    case 'charge.failed':
      return { failed: { ...changed(), ...causeOf(event) } };
    case 'charge.refund_progressed': {
      const {
        id: refundId,
        amount,
        status: refundStatus,
        failureCode,
        initiator,
        reason,
        returnedAmount,
      } = event.refund;
      const why = {
        ...(failureCode === undefined ? {} : { failureCode }),
        ...(reason === undefined ? {} : { reason }),
      };
      const cameBack = returnedAmount === undefined ? {} : { returnedAmount };
      return { refundProgressed: { ...changed(), refundId, amount, refundStatus, initiator, ...why, ...cameBack } };
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
    case 'charge.dispute_closed': {
      const paid = event.paid === undefined ? {} : { paid: event.paid };
      return { disputeClosed: { ...disputed(charge, event.dispute), won: event.dispute.status === 'won', ...paid } };
    }
    case 'charge.dispute_paid': {
      const { endToEndId, devolutionId } = event.bankReturn;
      const paidAmount = partOf(event.bankReturn);
      return { disputePaid: { ...disputed(charge, event.dispute), endToEndId, devolutionId, paidAmount } };
    }
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
  const payment = paymentOf(charge, endToEndId);
  const { decision } = payment;
  invariant(decision.kind === 'returned', 'money that is not returned is not ordered back');
  const { returnId, reason } = decision;
  const { bankProfileId, currency } = charge;
  return {
    ...returnInstruction(payment, { bankProfileId, currency, returnId, reason }),
    ...acquirerOrderOf(charge, endToEndId),
  };
}

const returnInstruction = <T extends object>(
  { endToEndId, amount, paidAt, returnedByBank = 0 }: ReceivedPix & { readonly returnedByBank?: number },
  order: T,
) => ({ ...order, endToEndId, amount, paidAtMs: paidAt.getTime(), returnedByBank });

/** The order that a payment paid, where it is no Pix. */
function acquirerOrderOf(charge: Charge, endToEndId: EndToEndId) {
  const order = orderOptionOf(charge, endToEndId);
  return order === undefined ? {} : { orderReference: order.txid as string, paymentMethod: order.method };
}

function returnedByBank(charge: Charge, { id, firstSeenAt, dispute, ...bankReturn }: BankReturn) {
  const { currency, bankProfileId } = charge;
  return {
    ...bankReturn,
    ...(dispute === undefined ? {} : { disputeId: dispute.id as string, fromDispute: dispute.amount }),
    refundId: id as string,
    bankProfileId,
    currency,
    firstSeenAtMs: firstSeenAt.getTime(),
    ...acquirerOrderOf(charge, bankReturn.endToEndId),
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

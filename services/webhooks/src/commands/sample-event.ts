import { canonicalEvent, legacyEvent } from '@gx/contracts';
import type { Charge } from '@gx/contracts/charge';
import { isoMillis } from '@gx/core';
import { type EventName, isLegacy } from '../domain/event-catalog.ts';

type Sample = {
  readonly name: EventName;
  readonly eventId: string;
  /** Of the charge or payout, and of what else the event names. */
  readonly subjectId: string;
  readonly at: Date;
  readonly livemode: boolean;
  readonly apiVersion: string;
};
type Status = Charge['status'];
type PayoutStatus = 'pending' | 'paid' | 'failed';

const CREATED_BEFORE_MS = 60_000;
const EXPIRES_AFTER_MS = 3_600_000;
const AMOUNT = 1_990;
const FEE = 20;

/** What each name tells of: a charge that turned into a status, or a payout. */
// biome-ignore format: one row per name, read as a table
const SAMPLES = {
  'charge.created':       { status: 'WAITING_PAYMENT', previousStatus: 'PENDING' },
  'charge.paid':          { status: 'PAID',            previousStatus: 'WAITING_PAYMENT' },
  'charge.failed':        { status: 'CANCELLED',       previousStatus: 'WAITING_PAYMENT' },
  'charge.expired':       { status: 'EXPIRED',         previousStatus: 'WAITING_PAYMENT' },
  'payment.created':      { status: 'WAITING_PAYMENT', previousStatus: 'PENDING' },
  'payment.completed':    { status: 'PAID',            previousStatus: 'WAITING_PAYMENT' },
  'payment.failed':       { status: 'CANCELLED',       previousStatus: 'WAITING_PAYMENT' },
  'payment.expired':      { status: 'EXPIRED',         previousStatus: 'WAITING_PAYMENT' },
  'payment.refunded':     { status: 'REFUNDED',        previousStatus: 'PAID' },
  'payout.created':       { payout: 'pending' },
  'payout.paid':          { payout: 'paid' },
  'payout.failed':        { payout: 'failed' },
  'withdrawal.created':   { payout: 'pending' },
  'withdrawal.completed': { payout: 'paid' },
  'withdrawal.failed':    { payout: 'failed' },
} as const satisfies Record<EventName, { status: Status; previousStatus: Status } | { payout: PayoutStatus }>;

/**
 * The body of a test delivery: what happened to a charge or a payout of nobody, in the envelope of its name,
 * and `"test": true` beside it.
 */
export function sampleEvent(sample: Sample): string {
  const row = SAMPLES[sample.name];
  const event = 'payout' in row ? payoutEvent(sample, row.payout) : chargeEvent(sample, row);
  return JSON.stringify({ ...event, test: true });
}

function chargeEvent(sample: Sample, { status, previousStatus }: { status: Status; previousStatus: Status }): object {
  const { name, eventId, subjectId, at, livemode, apiVersion } = sample;
  const charge = chargeOf(subjectId, at, status);
  const occurrence = { eventId, occurredAtMs: at.getTime(), livemode, sequence: 1 };
  if (!isLegacy(name)) return { ...canonicalEvent(name, charge, occurrence), api_version: apiVersion };
  const refund = { id: subjectId, amount: AMOUNT, status: 'REFUNDED', initiator: 'merchant' } as const;
  const moved = name === 'payment.refunded' ? { refund } : {};
  return legacyEvent(name, charge, { ...occurrence, previousStatus, ...moved });
}

function chargeOf(id: string, at: Date, status: Status): Charge {
  const createdAtMs = at.getTime() - CREATED_BEFORE_MS;
  const isPaid = status === 'PAID' || status === 'REFUNDED';
  return {
    id,
    tenant: null,
    surface: 'CHARGES',
    amount: AMOUNT,
    currency: 'BRL',
    status,
    paymentMethod: 'PIX',
    paymentMethods: ['PIX'],
    otherOrders: [],
    customer: { name: 'Maria da Silva' },
    pix: {
      brCode: '00020101021226360014br.gov.bcb.pix0114+55000000000005204000053039865802BR5905TESTE6009SAO PAULO6304ABCD',
      qrCodeUrl: `https://example.com/qr/${id}.png`,
      expiresAtMs: createdAtMs + EXPIRES_AFTER_MS,
    },
    checkoutUrl: `https://example.com/checkout/${id}`,
    ...(isPaid ? { endToEndId: `E00000000${'0'.repeat(23)}`, paidAtMs: at.getTime() } : {}),
    metadataJson: '{"test":true}',
    createdAtMs,
    providerFee: 10,
    platformFee: 20,
  };
}

/** Nothing makes payouts yet, so no serializer has their shape. */
function payoutEvent({ name, eventId, subjectId, at, livemode, apiVersion }: Sample, status: PayoutStatus): object {
  const id = `po_${subjectId}`;
  const occurredAt = isoMillis(at);
  if (isLegacy(name)) {
    const previousStatus = status === 'pending' ? 'PENDING' : 'PROCESSING';
    const data = { transactionId: id, amount: AMOUNT, status: status.toUpperCase(), previousStatus, fee: FEE };
    return { event: name, livemode, data: { ...data, occurredAt, sequence: 1 } };
  }
  const isPaid = status === 'paid';
  const payout = {
    id,
    object: 'payout',
    amount: AMOUNT,
    currency: 'BRL',
    status,
    method: 'pix',
    destination: { type: 'email', key_masked: 'm***@example.com' },
    fee: FEE,
    net_amount: AMOUNT,
    end_to_end_id: isPaid ? `E00000000${'0'.repeat(23)}` : null,
    failure_code: status === 'failed' ? 'AC03' : null,
    failure_message: status === 'failed' ? 'The account of the recipient does not exist.' : null,
    metadata: { test: true },
    created_at: isoMillis(new Date(at.getTime() - CREATED_BEFORE_MS)),
    paid_at: isPaid ? occurredAt : null,
  };
  const top = { id: eventId, object: 'event', api_version: apiVersion, type: name, created_at: occurredAt };
  return { ...top, livemode, sequence: 1, data: { object: payout } };
}

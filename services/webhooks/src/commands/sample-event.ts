import { canonicalEvent, canonicalPayoutEvent, legacyEvent, withdrawalEvent } from '@gx/contracts';
import type { Charge } from '@gx/contracts/charge';
import type { Payout } from '@gx/contracts/payout';
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
type ChargeRow = { readonly status: Charge['status']; readonly previousStatus: Charge['status'] };
type PayoutRow = { readonly payout: Payout['status']; readonly previousStatus: Payout['status'] };

const CREATED_BEFORE_MS = 60_000;
const EXPIRES_AFTER_MS = 3_600_000;
const SEQUENCE = 1;
const AMOUNT = 1_990;
const FEE = 50;
const END_TO_END_ID = `E00000000${'0'.repeat(23)}`;

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
  'payout.created':       { payout: 'PENDING',         previousStatus: 'STATUS_UNSPECIFIED' },
  'payout.paid':          { payout: 'PAID',            previousStatus: 'PROCESSING' },
  'payout.failed':        { payout: 'FAILED',          previousStatus: 'PROCESSING' },
  'withdrawal.created':   { payout: 'PENDING',         previousStatus: 'STATUS_UNSPECIFIED' },
  'withdrawal.completed': { payout: 'PAID',            previousStatus: 'PROCESSING' },
  'withdrawal.failed':    { payout: 'FAILED',          previousStatus: 'PROCESSING' },
} as const satisfies Record<EventName, ChargeRow | PayoutRow>;

/**
 * The body of a test delivery: what happened to a charge or a payout of nobody, in the envelope of its name,
 * and `"test": true` beside it.
 */
export function sampleEvent(sample: Sample): string {
  const row = SAMPLES[sample.name];
  const event = 'payout' in row ? payoutEvent(sample, row) : chargeEvent(sample, row);
  return JSON.stringify({ ...event, test: true });
}

function chargeEvent(sample: Sample, { status, previousStatus }: ChargeRow): object {
  const { name, eventId, subjectId, at, livemode, apiVersion } = sample;
  const charge = chargeOf(subjectId, at, status);
  const occurrence = { eventId, occurredAtMs: at.getTime(), livemode, sequence: SEQUENCE };
  if (!isLegacy(name)) return { ...canonicalEvent(name, charge, occurrence), api_version: apiVersion };
  const refund = { id: subjectId, amount: AMOUNT, status: 'REFUNDED', initiator: 'merchant' } as const;
  const moved = name === 'payment.refunded' ? { refund } : {};
  return legacyEvent(name, charge, { ...occurrence, previousStatus, ...moved });
}

function chargeOf(id: string, at: Date, status: Charge['status']): Charge {
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
    ...(isPaid ? { endToEndId: END_TO_END_ID, paidAtMs: at.getTime() } : {}),
    metadataJson: '{"test":true}',
    createdAtMs,
    providerFee: 10,
    platformFee: 20,
  };
}

function payoutEvent(sample: Sample, { payout: status, previousStatus }: PayoutRow): object {
  const { name, eventId, subjectId, at, livemode, apiVersion } = sample;
  const payout = payoutOf(subjectId, at, status);
  const occurrence = { eventId, occurredAtMs: at.getTime(), livemode, sequence: SEQUENCE };
  return isLegacy(name)
    ? withdrawalEvent(name, payout, { ...occurrence, previousStatus })
    : { ...canonicalPayoutEvent(name, payout, occurrence), api_version: apiVersion };
}

const FAILURE = { failureCode: 'AC03', failureMessage: 'The account of the recipient does not exist.' } as const;

const payoutOf = (id: string, at: Date, status: Payout['status']): Payout => ({
  id,
  tenant: null,
  amount: AMOUNT,
  currency: 'BRL',
  status,
  fee: FEE,
  destination: { type: 'email', keyMasked: 'm***@example.com' },
  metadataJson: '{"test":true}',
  createdAtMs: at.getTime() - CREATED_BEFORE_MS,
  approval: null,
  returnedAmount: 0,
  ...(status === 'PAID' ? { endToEndId: END_TO_END_ID, paidAtMs: at.getTime() } : {}),
  ...(status === 'FAILED' ? FAILURE : {}),
});

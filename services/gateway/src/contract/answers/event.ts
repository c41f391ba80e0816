import {
  type CanonicalEvent,
  type ChargeStatus,
  type LegacyEvent,
  PAYOUT_STATUSES,
  type PayoutEventBody,
  type PayoutStatus,
  PUBLIC_STATUS,
  type WithdrawalEventBody,
} from '@gx/contracts';
import { z } from 'zod';
import { amount, answer, failureReason, initiator, listOf, returnedAmount, time, wireForm } from './answer.ts';
import { charge } from './charge.ts';
import { payout } from './payout.ts';

const STATUSES = Object.keys(PUBLIC_STATUS) as ChargeStatus[];

const OF_CHARGES = ['charge.created', 'charge.paid', 'charge.failed', 'charge.expired'] as const;
const OF_PAYOUTS = ['payout.created', 'payout.paid', 'payout.failed'] as const;
/** Those that have the canonical envelope (specification, Events). */
export const CANONICAL = [...OF_CHARGES, ...OF_PAYOUTS] as const;

const SEQUENCE = z.int().min(1).meta({
  description: 'Of the charge or payout: a later event of it has a larger one. Numbers may be missing.',
});

const LIVEMODE = z.boolean().meta({ description: 'Whether it happened in live mode; false in test mode.' });
const TEST = z
  .literal(true)
  .exactOptional()
  .meta({ description: 'Of a sample that was requested; nothing of it happened.' });

const cause = z.strictObject({ id: wireForm('dp_'), status: z.enum(['needs_response', 'won', 'lost']) }).meta({
  description: 'The dispute that made the status. A sale that is paid once more because one was won is no new sale.',
});

const envelope = {
  id: z
    .string()
    .regex(/^evt_[0-9a-f]{32}$/)
    .meta({ description: 'One for each business event, the same on every attempt: deduplicate on it.' }),
  object: z.literal('event'),
  api_version: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  created_at: time,
  livemode: LIVEMODE,
  sequence: SEQUENCE,
  test: TEST,
};

const chargeEvent = answer(
  'ChargeEvent',
  z.strictObject({
    ...envelope,
    type: z.enum(OF_CHARGES),
    data: z.strictObject({ object: charge, dispute: cause.exactOptional() }),
  }) satisfies z.ZodType<CanonicalEvent & { readonly test?: true }>,
);

const payoutEvent = answer(
  'PayoutEvent',
  z.strictObject({
    ...envelope,
    type: z.enum(OF_PAYOUTS),
    data: z.strictObject({ object: payout }),
  }) satisfies z.ZodType<PayoutEventBody & { readonly test?: true }>,
);

/** What a canonical webhook carries, and what the list of events shows. */
export const canonicalEvent = answer('Event', z.union([chargeEvent, payoutEvent]));

/** What a legacy webhook of a charge carries (specification, Legacy envelope). */
export const legacyEvent = answer(
  'LegacyEvent',
  z.strictObject({
    event: z.string(),
    livemode: LIVEMODE,
    data: z.strictObject({
      transactionId: z
        .union([wireForm('ch_'), wireForm('tx_')])
        .meta({ description: 'In the form that the creation answered.' }),
      customerId: z
        .string()
        .exactOptional()
        .meta({ description: 'The merchant’s own id of its user, when the creation named one.' }),
      amount,
      status: z.enum(STATUSES),
      previousStatus: z.enum(STATUSES),
      paidWith: z.string().exactOptional(),
      providerFee: amount.exactOptional(),
      platformFee: amount.exactOptional(),
      netAmount: amount.exactOptional(),
      refund: z
        .strictObject({
          id: wireForm('re_'),
          amount,
          status: z.enum(['PENDING', 'IN_PROGRESS', 'REFUNDED', 'FAILED']),
          initiator,
          reason: z.string().exactOptional().meta({ description: 'Of a return, or of what the bank takes back: why.' }),
          failureReason: failureReason.exactOptional(),
          returnedAmount: returnedAmount.exactOptional(),
        })
        .exactOptional()
        .meta({ description: 'Of `payment.refunded`: the refund that moved.' }),
      dispute: cause.exactOptional(),
      occurredAt: time,
      sequence: SEQUENCE,
    }),
    test: TEST,
  }) satisfies z.ZodType<LegacyEvent & { readonly test?: true }>,
);

const WITHDRAWAL_STATUSES = PAYOUT_STATUSES.map((status) => status.toUpperCase() as PayoutStatus);

/** The same of a payout (decisions, section 7). */
export const withdrawalEvent = answer(
  'WithdrawalEvent',
  z.strictObject({
    event: z.string(),
    livemode: LIVEMODE,
    data: z.strictObject({
      transactionId: wireForm('po_'),
      amount,
      status: z.enum(WITHDRAWAL_STATUSES),
      previousStatus: z.enum(WITHDRAWAL_STATUSES),
      fee: amount.meta({ description: 'What it costs beside its amount.' }),
      occurredAt: time,
      sequence: SEQUENCE,
    }),
    test: TEST,
  }) satisfies z.ZodType<WithdrawalEventBody & { readonly test?: true }>,
);

export const eventList = answer('EventList', listOf(canonicalEvent, z.string()));

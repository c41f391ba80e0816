import { PAYOUT_STATUSES, type PublicPayout } from '@gx/contracts';
import { PIX_KEY_TYPES } from '@gx/core';
import { z } from 'zod';
import { amount, answer, free, listOf, time, wireForm } from './answer.ts';

const destination = z.strictObject({
  type: z.enum([...PIX_KEY_TYPES, 'bank_account', 'br_code']),
  key_masked: z
    .string()
    .meta({ description: 'As much of it as may be shown; of a bank account the last four digits.' }),
});

const approval = z.strictObject({
  required: z.boolean(),
  by: wireForm('usr_').nullable().meta({ description: 'The user who approved or rejected it.' }),
  at: time.nullable(),
});

export const payout = answer(
  'Payout',
  z.strictObject({
    id: wireForm('po_'),
    object: z.literal('payout'),
    amount: amount.meta({ description: 'What arrives; the fee comes on top.' }),
    currency: z.string(),
    status: z.enum(PAYOUT_STATUSES),
    method: z.literal('pix'),
    destination,
    fee: amount.meta({
      description: 'What it costs beside its amount; one that failed or was cancelled costs nothing.',
    }),
    net_amount: amount,
    end_to_end_id: z.string().nullable(),
    failure_code: z.string().nullable().meta({
      description: 'Of one that failed: the bank’s code, `rejected`, `returned` or `recipient_mismatch`.',
    }),
    failure_message: z.string().nullable(),
    metadata: free,
    created_at: time,
    paid_at: time.nullable(),
    scheduled_for: time.nullable(),
    approval,
    returned_amount: amount.meta({
      description: 'What the bank returned after it had arrived; the payout fails once that is all of it.',
    }),
    description: z.string().nullable(),
  }) satisfies z.ZodType<PublicPayout>,
);

export const payoutList = answer('PayoutList', listOf(payout, wireForm('po_')));

/** What the simulated bank has written down of a payout: nothing before it was sent. */
export const payoutBooks = answer(
  'PayoutBooks',
  z.strictObject({
    payout_id: wireForm('po_'),
    id: z.string().nullable().meta({ description: 'Of the Pix, at the bank; nothing is there before it was sent.' }),
    end_to_end_id: z.string().nullable(),
    amount: amount.nullable(),
    destination: z.string().nullable().meta({ description: 'Masked.' }),
    status: z.string().nullable().meta({ description: 'In the bank’s own word.' }),
    code: z.string().nullable().meta({ description: 'Of one that failed: the bank’s.' }),
    reason: z.string().nullable(),
    created_at: time.nullable(),
    settled_at: time.nullable(),
    returns: z.array(
      z.strictObject({
        id: z.string().meta({ description: 'The bank’s id of the return.' }),
        amount,
        at: time,
      }),
    ),
  }),
);

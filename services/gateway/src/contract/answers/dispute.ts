import { DISPUTE_STATUSES, type PublicDispute } from '@gx/contracts';
import { z } from 'zod';
import { amount, answer, listOf, time, wireForm } from './answer.ts';

export const dispute = answer(
  'Dispute',
  z.strictObject({
    id: wireForm('dp_'),
    object: z.literal('dispute'),
    charge: wireForm('ch_'),
    amount: amount.meta({ description: 'What is at stake; it is set aside until the end.' }),
    currency: z.string(),
    status: z.enum(DISPUTE_STATUSES),
    reason: z.string().meta({ description: '`fraud`, `operational`, `chargeback`, `dispute` or `other`.' }),
    evidence_due_by: time.nullable().meta({ description: 'Until when evidence counts, where that is known.' }),
    created_at: time,
  }) satisfies z.ZodType<PublicDispute>,
);

export const disputeList = answer('DisputeList', listOf(dispute, wireForm('dp_')));

/** What the simulated bank answers to a case that it is to open or decide. */
export const simulatedDispute = answer(
  'SimulatedDispute',
  z.strictObject({
    id: z.string().meta({ description: 'The bank’s id of the case.' }),
    end_to_end_id: z.string(),
    amount,
    status: z.string().meta({ description: 'In the bank’s own word.' }),
  }),
);

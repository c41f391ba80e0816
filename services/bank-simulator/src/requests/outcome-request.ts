import { cents, parseTimestamp } from '@gx/core';
import { z } from 'zod';
import type { CallbackPlan } from '../commands/plan-callback.ts';
import { AMOUNT, CALLBACK, callbackPlanOf, readControl, refused } from './control-request.ts';

const schema = z.object({
  outcome: z.enum([
    'authenticating',
    'approved',
    'refused',
    'expired',
    'dispute',
    'chargeback',
    'dispute_won',
    'dispute_lost',
  ]),
  amount: AMOUNT.transform(cents).optional(),
  paid_at: z.string().optional(),
  reason: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .default('do_not_honor'),
  force: z.boolean().default(false),
  ...CALLBACK,
});
export type OutcomeOrder = Pick<z.infer<typeof schema>, 'outcome' | 'amount' | 'reason' | 'force'> & {
  readonly at: Date;
  readonly callback: Partial<CallbackPlan>;
};

/**
 * Reads what a tester wants to become of an order; `paid_at` is when the money moved, now unless it says
 * otherwise.
 */
export function readOutcome(body: unknown, now: Date): OutcomeOrder {
  const { paid_at, notify, times, ...wanted } = readControl(schema, body);
  const at = paid_at === undefined ? now : parseTimestamp(paid_at);
  if (at === undefined) throw refused([['paid_at', 'is no RFC 3339 time']]);
  return { ...wanted, at, callback: callbackPlanOf({ notify, times }) };
}

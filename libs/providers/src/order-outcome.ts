import type { Cents } from '@gx/core';
import { z } from 'zod';
import { PROVIDER_ORDER_STATUSES } from './order-provider.ts';

/** What payer, issuer and cardholder can do to an order in test mode (decisions, section 5). */
export const ORDER_OUTCOMES = [
  'authenticating',
  'approved',
  'refused',
  'expired',
  'dispute',
  'chargeback',
  'dispute_won',
  'dispute_lost',
] as const;
export type OrderOutcomeName = (typeof ORDER_OUTCOMES)[number];

/** How it is to happen. Everything left out is the happy case. */
export type OrderOutcome = {
  readonly outcome: OrderOutcomeName;
  readonly amount?: Cents;
  readonly paidAt?: Date;
  /** Whether and when the acquirer tells us: at once, never, or after so many milliseconds; and how often. */
  readonly notify?: 'now' | 'never' | number;
  readonly times?: number;
  /** The money arrives even where the payer's side would refuse. */
  readonly force?: boolean;
};
export const REJECTION = z.object({ code: z.string(), message: z.string() }).nullable();
export const OUTCOME_RESULT = z.object({
  accepted: z.boolean(),
  status: z.enum(PROVIDER_ORDER_STATUSES),
  rejection: REJECTION,
});
export type OrderOutcomeResult = z.infer<typeof OUTCOME_RESULT>;

/** The simulator's words. */
export const outcomeBody = ({ paidAt, ...rest }: OrderOutcome): object => ({ ...rest, paid_at: paidAt?.toISOString() });

import { type Cents, cents, parseTimestamp } from '@gx/core';
import { z } from 'zod';
import type { CallbackPlan } from '../commands/plan-callback.ts';
import { refused } from './pay-request.ts';

export const OUTCOMES = [
  'authenticating',
  'approved',
  'refused',
  'expired',
  'dispute',
  'chargeback',
  'dispute_won',
  'dispute_lost',
] as const;
export type OutcomeName = (typeof OUTCOMES)[number];

const schema = z.object({
  outcome: z.enum(OUTCOMES),
  amount: z.int().min(1).max(999_999_999_999).optional(),
  paid_at: z.string().optional(),
  reason: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .default('do_not_honor'),
  force: z.boolean().default(false),
  notify: z.union([z.literal('now'), z.literal('never'), z.int().min(0).max(86_400_000)]).optional(),
  times: z.int().min(1).max(100).optional(),
});
export type OutcomeOrder = {
  readonly outcome: OutcomeName;
  readonly amount?: Cents;
  readonly at: Date;
  readonly reason: string;
  readonly force: boolean;
  readonly callback: Partial<CallbackPlan>;
};

/**
 * Reads what a tester wants to become of an order; `paid_at` is when the money moved, now unless it says
 * otherwise.
 */
export function readOutcome(body: unknown, now: Date): OutcomeOrder {
  const { data, error } = schema.safeParse(body);
  if (data === undefined) throw refused((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
  const { outcome, amount, paid_at, reason, force, notify, times } = data;
  const at = paid_at === undefined ? now : parseTimestamp(paid_at);
  if (at === undefined) throw refused([['paid_at', 'is no RFC 3339 time']]);
  return {
    outcome,
    ...(amount === undefined ? {} : { amount: cents(amount) }),
    at,
    reason,
    force,
    callback: {
      ...(notify === undefined ? {} : { delayMs: notify === 'now' ? 0 : notify }),
      ...(times === undefined ? {} : { copies: times }),
    },
  };
}

const end = z.object({ status: z.enum(['done', 'failed']), reason: z.string().min(1).max(140).optional() });

/** Reads how a tester wants a refund to end. */
export function readRefundEnd(body: unknown): { readonly status: 'done' | 'failed'; readonly reason?: string } {
  const { data, error } = end.safeParse(body);
  if (data === undefined) throw refused((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
  const { status, reason } = data;
  if (status === 'done') return { status };
  return { status, reason: reason ?? 'issuer_declined' };
}

import { parsePixKey } from '@gx/core';
import { z } from 'zod';
import { amount } from './amount.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { optional, readAs, text } from './text.ts';

export const REASON_MAX = 500;
export const STRATEGIES = ['devolution', 'cashout'] as const;

/** Where money is sent to, as the directory writes it. */
const pixKey = readAs(parsePixKey, 'must be a Pix key: CPF, CNPJ, phone with +55, e-mail in lower case, or random key');

const fields = z.object({
  idempotencyKey,
  amount: optional(amount),
  reason: optional(text(REASON_MAX)),
  strategy: optional(z.enum(STRATEGIES, { error: `must be one of ${STRATEGIES.join(', ')}` })),
  passFeeToTenant: optional(z.boolean({ error: 'must be true or false' })),
  destinationKey: optional(pixKey),
});

/** Fields that failed are absent or still as they came. */
type UncheckedBody = {
  readonly strategy?: unknown;
  readonly passFeeToTenant?: unknown;
  readonly destinationKey?: unknown;
};

/** A devolution goes back where the money came from, and costs no Pix-out (decisions A23). */
function devolutionRules(
  { strategy, passFeeToTenant, destinationKey }: UncheckedBody,
  context: z.core.$RefinementCtx,
): void {
  if (strategy !== 'devolution') return;
  const message = 'is for strategy cashout only';
  if (passFeeToTenant === true) context.addIssue({ code: 'custom', path: ['passFeeToTenant'], message });
  if (destinationKey !== undefined) context.addIssue({ code: 'custom', path: ['destinationKey'], message });
}

/**
 * `POST /v1/payments/{id}/refund` (specification, Payments). What the refund may be is for the refund service
 * to say.
 */
export const refundBody = fields.superRefine(devolutionRules, { when: () => true });

export type RefundBody = z.output<typeof refundBody>;

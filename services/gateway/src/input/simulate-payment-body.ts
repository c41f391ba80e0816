import { parseIsoTime } from '@gx/core';
import { z } from 'zod';
import { amount } from './amount.ts';
import { NAME_MAX } from './charge-body.ts';
import { TIME_RULE } from './charge-list.ts';
import { taxId } from './tax-id.ts';
import { optional, readAs, text } from './text.ts';

/** So many copies of one callback. */
export const TIMES_MAX = 20;
const TIMES_RULE = `must be an integer from 1 to ${TIMES_MAX}`;
const NOTIFY_RULE = 'must be now, never or milliseconds up to a day';
export const DAY_MS = 86_400_000;

/** How money arrives, and how we are told of it. */
const arrival = {
  amount: optional(amount),
  paid_at: optional(readAs((raw) => parseIsoTime(raw)?.getTime(), TIME_RULE)),
  notify: optional(
    z.union([z.literal('now'), z.literal('never'), z.int().min(0, NOTIFY_RULE).max(DAY_MS, NOTIFY_RULE)], {
      error: NOTIFY_RULE,
    }),
  ),
  times: optional(z.int({ error: TIMES_RULE }).min(1, TIMES_RULE).max(TIMES_MAX, TIMES_RULE)),
  force: optional(z.boolean({ error: 'must be true or false' })),
};

/**
 * `POST /v1/test_helpers/charges/{id}/simulate_payment` (decisions, section 5); every field may be left out.
 */
export const simulatePaymentBody = z.object({
  amount: arrival.amount,
  payer: optional(
    z.object({ name: optional(text(NAME_MAX, 1)), tax_id: optional(taxId) }, { error: 'must be an object' }),
  ),
  report_payer: optional(
    z.enum(['notification', 'query', 'never'], { error: 'must be one of notification, query, never' }),
  ),
  paid_at: arrival.paid_at,
  notify: arrival.notify,
  times: arrival.times,
  force: arrival.force,
});

const NATURES = ['MED_FRAUDE', 'MED_OPERACIONAL', 'MED_PIX_AUTOMATICO', 'RETIRADA'] as const;
const STATUSES = ['DEVOLVIDO', 'EM_PROCESSAMENTO', 'NAO_REALIZADO'] as const;
export const BANK_RETURN_ID = /^[a-zA-Z0-9]{1,35}$/;
const ID_RULE = 'must be 1 to 35 letters and digits';

/**
 * `POST /v1/test_helpers/charges/{id}/simulate_bank_return` (decisions, section 5); every field may be left
 * out.
 */
export const simulateBankReturnBody = z.object({
  amount: arrival.amount,
  nature: optional(z.enum(NATURES, { error: `must be one of ${NATURES.join(', ')}` })),
  status: optional(z.enum(STATUSES, { error: `must be one of ${STATUSES.join(', ')}` })),
  id: optional(z.string({ error: ID_RULE }).regex(BANK_RETURN_ID, ID_RULE)),
  notify: optional(z.enum(['now', 'never'], { error: 'must be now or never' })),
});

/**
 * What payer, issuer and cardholder can do; the first and the fourth are additions to the list of decisions,
 * section 5.
 */
const OUTCOMES = [
  'authenticating',
  'approved',
  'refused',
  'expired',
  'dispute',
  'chargeback',
  'dispute_won',
  'dispute_lost',
] as const;

const ORDER_METHODS = ['CREDIT_CARD', 'MBWAY', 'MULTIBANCO', 'BOLETO', 'CRYPTO'] as const;

/** `POST /v1/test_helpers/charges/{id}/simulate_outcome` (decisions, section 5); only `outcome` is needed. */
export const simulateOutcomeBody = z.object({
  outcome: z.enum(OUTCOMES, { error: `must be one of ${OUTCOMES.join(', ')}` }),
  payment_method: z
    .enum(ORDER_METHODS, { error: `must be one of ${ORDER_METHODS.join(', ')}` })
    .nullish()
    .meta({
      description: 'Of a charge of several methods: by which of them. Left out: the one that it waits for first.',
    }),
  ...arrival,
});

import { cents, isCents, sha256Hex } from '@gx/core';
import { z } from 'zod';
import { INSTANT, LIST, misread, problemsOf, unexpected } from './fields.ts';
import {
  ORDER_METHODS,
  type OrderElement,
  PROVIDER_ORDER_STATUSES,
  type ProviderDispute,
  type ProviderOrder,
  type ProviderOrderPayment,
  type ProviderOrderRefund,
} from './order-provider.ts';
import type { Outcome } from './outcome.ts';

/** Money in the smallest unit; nothing but a whole number is money. */
const MONEY = z
  .number()
  .refine((value) => isCents(value))
  .transform((value) => cents(value));
const WORD = z.string().min(1);
const REASON = z.string().nullish().catch(null).default(null);
const URL_TEXT = z.url({ protocol: /^https?$/ });

/**
 * What each method shows its payer; the address of a page must be one, since a browser will be sent there.
 */
const INSTRUCTIONS = {
  CREDIT_CARD: z.object({ redirect_url: URL_TEXT }).transform((its) => ({ redirectUrl: its.redirect_url })),
  MBWAY: z.object({}).transform(() => ({})),
  MULTIBANCO: z
    .object({ entity: z.string().regex(/^\d{5}$/), payment_reference: z.string().regex(/^\d{9}$/) })
    .transform((its) => ({ entity: its.entity, paymentReference: its.payment_reference })),
  BOLETO: z
    .object({ barcode: z.string().regex(/^\d{44}$/), line: z.string().regex(/^\d{47}$/), pdf_url: URL_TEXT })
    .transform((its) => ({ barcode: its.barcode, line: its.line, pdfUrl: its.pdf_url })),
  CRYPTO: z.object({ address: WORD, amount: z.string().regex(/^\d+(\.\d+)?$/), network: WORD, currency: WORD }),
} as const;

const PAYMENT = z
  .object({ id: WORD, amount: MONEY, at: INSTANT })
  .transform(({ id, amount, at }): ProviderOrderPayment => ({ id, amount, paidAt: at }));
const DISPUTE: z.ZodType<ProviderDispute> = z.object({
  id: WORD,
  kind: z.enum(['dispute', 'chargeback']),
  status: z.enum(['open', 'won', 'lost']),
});
const REFUND_STATUS: Readonly<Record<string, ProviderOrderRefund['status']>> = {
  processing: 'in_progress',
  done: 'refunded',
  failed: 'failed',
};
const REFUND = z
  .object({ id: WORD, amount: MONEY, status: z.string(), reason: REASON })
  .transform(({ id, amount, status, reason }): ProviderOrderRefund => {
    return { id, amount, status: REFUND_STATUS[status] ?? 'unrecognised', reason };
  });
const STATUS = z.string().pipe(z.enum([...PROVIDER_ORDER_STATUSES, 'unrecognised']).catch('unrecognised'));

const ORDER = z
  .object({
    reference: WORD,
    method: z.enum(ORDER_METHODS),
    amount: MONEY,
    currency: WORD,
    status: STATUS,
    reason: REASON,
    created_at: INSTANT,
    updated_at: INSTANT,
    expires_at: INSTANT,
    instructions: z.unknown(),
    payments: LIST.pipe(z.array(PAYMENT)),
    disputes: LIST.pipe(z.array(DISPUTE)),
    refunds: LIST.pipe(z.array(REFUND)),
  })
  .transform((data, context): ProviderOrder => {
    const its = INSTRUCTIONS[data.method].safeParse(data.instructions);
    if (!its.success) context.addIssue({ code: 'custom', message: 'unreadable instructions', path: ['instructions'] });
    const { reference, amount, currency, status, reason, payments, disputes, refunds } = data;
    return {
      reference,
      amount,
      currency,
      status,
      reason,
      createdAt: data.created_at,
      updatedAt: data.updated_at,
      expiresAt: data.expires_at,
      instructions: { method: data.method, ...its.data } as ProviderOrder['instructions'],
      payments,
      disputes,
      refunds,
    };
  });

/**
 * An order as an acquirer shows it; one that is not the order we asked for, or cannot be read, leaves the
 * question open.
 */
export function readOrder(raw: unknown, reference: string): Outcome<ProviderOrder> {
  const { success, data, error } = ORDER.safeParse(raw);
  if (!success) return misread(error);
  if (data.reference !== reference) return unexpected('another order');
  return { kind: data.status === 'unrecognised' ? 'pending' : 'done', value: data };
}

/**
 * The acquirer's answer about the refund `id`. Final states are `done`, the failed one too; all else is
 * `pending`.
 */
export function readOrderRefund(raw: unknown, id: string): Outcome<ProviderOrderRefund> {
  const { success, data, error } = REFUND.safeParse(raw);
  if (!success) return misread(error);
  if (data.id !== id) return unexpected('another refund');
  return { kind: data.status === 'refunded' || data.status === 'failed' ? 'done' : 'pending', value: data };
}

const NAMED = z.object({ reference: z.string().regex(/^[a-zA-Z0-9]{1,40}$/) });

/** An element of a callback or a list: which order it names, or why it names none. */
export function readOrderElement(raw: unknown): OrderElement {
  const element = { key: sha256Hex(JSON.stringify(raw) ?? ''), raw };
  const { success, data, error } = NAMED.safeParse(raw);
  return success
    ? { ...element, kind: 'order', reference: data.reference }
    : { ...element, kind: 'unreadable', problems: problemsOf(error) };
}

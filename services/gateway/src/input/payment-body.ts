import { z } from 'zod';
import { amount } from './amount.ts';
import { email, NAME_MAX } from './charge-body.ts';
import { CURRENCY, CURRENCY_RULE } from './currency-code.ts';
import { webhookUrl } from './endpoint-body.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { list } from './list.ts';
import { METADATA_DOCS, type Metadata, metadata, RETURN_URL } from './metadata.ts';
import { anyTaxId } from './tax-id.ts';
import { optional, optionalOrBlank, text } from './text.ts';

export const METHODS = ['PIX', 'CREDIT_CARD', 'MBWAY', 'MULTIBANCO', 'BOLETO', 'CRYPTO'] as const;
export const METHODS_MAX = 20;
export const CUSTOMER_ID_MAX = 128;
const METHOD_RULE = `must be one of ${METHODS.join(', ')}`;
/** E.164, strictly: MB WAY knows its customers by it. */
const PHONE = /^\+[1-9]\d{6,14}$/;

/** A method that is named twice is one method. */
const methods = list(z.enum(METHODS, { error: METHOD_RULE }), {
  max: METHODS_MAX,
  one: 'payment method',
  many: 'payment methods',
}).transform((named) => [...new Set(named)]);

type PaymentMetadata = {
  /** What the merchant gets back, with what a payer is led back to beside it. */
  readonly kept: Metadata;
  /** An address was sent, and nobody can be led there. */
  readonly returnUrlUnusable: boolean;
};

const paymentMetadata = z
  .unknown()
  .transform((raw, context): PaymentMetadata => {
    const { data: kept, error } = metadata.safeParse(raw);
    if (kept === undefined) {
      context.addIssue({ code: 'custom', message: error?.issues[0]?.message ?? 'must be an object' });
      return z.NEVER;
    }
    const sent = (raw as { readonly returnUrl?: unknown }).returnUrl ?? undefined;
    return { kept, returnUrlUnusable: sent !== undefined && kept[RETURN_URL] === undefined };
  })
  .meta({
    type: 'object',
    additionalProperties: true,
    description: `${METADATA_DOCS} MBWAY needs \`phone\`, in E.164.`,
  });

const fields = z.object({
  amount: amount.meta({ description: 'In the smallest unit of the currency.' }),
  currency: z
    .string({ error: CURRENCY_RULE })
    .regex(CURRENCY, CURRENCY_RULE)
    .nullish()
    .transform((value) => value ?? 'BRL'),
  paymentMethods: methods,
  customerId: optional(
    text(CUSTOMER_ID_MAX, 1).meta({ description: 'Your own id of the payer; comes back in webhooks.' }),
  ),
  customerName: optionalOrBlank(text(NAME_MAX)),
  customerDocument: optional(anyTaxId),
  customerEmail: optionalOrBlank(email),
  metadata: optional(paymentMetadata),
  webhookUrl: optional(
    webhookUrl.meta({
      description: 'Receives the events of this payment, in the legacy family, instead of the registered endpoints.',
    }),
  ),
  idempotencyKey,
});

/** Fields that failed are absent or still as they came. */
type UncheckedBody = { readonly currency?: unknown; readonly paymentMethods?: unknown; readonly metadata?: unknown };

/** What a method demands of the other fields (specification, Payments; decisions A15, A31). */
function methodRules(
  { currency, paymentMethods, metadata: given }: UncheckedBody,
  context: z.core.$RefinementCtx,
): void {
  const requested: readonly unknown[] = Array.isArray(paymentMethods) ? paymentMethods : [];
  const problem = (path: string[], message: string): void => context.addIssue({ code: 'custom', path, message });
  if (requested.includes('PIX') && typeof currency === 'string' && currency !== 'BRL')
    problem(['currency'], 'must be BRL for PIX');
  const { kept, returnUrlUnusable } = (given ?? {}) as Partial<PaymentMetadata>;
  const phone = kept?.['phone'];
  if (requested.includes('MBWAY') && !(typeof phone === 'string' && PHONE.test(phone)))
    problem(['metadata', 'phone'], 'is required for MBWAY, in E.164: +351912345678');
  if (requested.includes('CREDIT_CARD') && returnUrlUnusable === true)
    problem(['metadata', 'returnUrl'], 'must be an absolute https URL');
}

/** `POST /v1/payments` (specification, Payments). Unknown fields are dropped (decisions A44). */
export const paymentBody = fields.superRefine(methodRules, { when: () => true });

export type PaymentBody = z.output<typeof paymentBody>;

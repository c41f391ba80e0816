import { isVisible } from '@gx/core';
import { z } from 'zod';
import { omitUndefined } from '../omit-undefined.ts';
import { amount } from './amount.ts';
import { brl } from './currency-code.ts';
import { EMAIL } from './email-address.ts';
import { ABOUT_TWO_FIELDS } from './issues.ts';
import { metadata, RETURN_URL } from './metadata.ts';
import { taxId } from './tax-id.ts';
import { optional, optionalOrBlank, text } from './text.ts';

export const DESCRIPTION_MAX = 500;
// The bank's own limit for the name of a payer (API Pix, `devedor.nome`).
export const NAME_MAX = 200;
export const EMAIL_MAX = 254;
export const EXPIRES_IN = { min: 60, cap: 86_400 } as const;
const EXPIRES_RULE = `must be an integer of at least ${EXPIRES_IN.min} seconds`;
export const PHONE_MAX = 24;
const PHONE = /^[+(0-9][0-9 ().+-]{6,23}$/;

export const email = text(EMAIL_MAX)
  .meta({ description: 'E-mail address of RFC 5322; an empty text is left out.' })
  .pipe(z.string().refine((value) => value === '' || EMAIL.test(value), { error: 'must be an e-mail address' }));
/** Lenient E.164. */
const phone = text(PHONE_MAX)
  .refine((value) => value === '' || (PHONE.test(value) && /^\d{8,15}$/.test(value.replace(/\D/g, ''))), {
    error: 'must be a phone number of 8 to 15 digits',
  })
  .meta({
    description:
      '8 to 15 digits; a plus before them, and blanks, points, dashes and brackets between them; an empty text is left out.',
  });

const customer = z.object(
  {
    name: optionalOrBlank(
      text(NAME_MAX).meta({ description: 'Required with `expected_payer_tax_id`; an empty text is left out.' }),
    ),
    document: optional(taxId),
    email: optionalOrBlank(email),
    phone: optionalOrBlank(phone),
  },
  { error: 'must be an object' },
);

/** What the schemas cannot say of themselves. */
const FIELD_DOCS = {
  amount: 'In the smallest unit of the currency: centavos.',
  description:
    'Comes back as `metadata.description`, in the place of one that is there. The payer’s bank shows the beginning of it: one line of at most 140 characters.',
  expiresIn: `Seconds until the charge expires; more than ${EXPIRES_IN.cap} are taken as ${EXPIRES_IN.cap}. Left out, it is as long as the account has it, usually 3600. \`pix.expires_at\` of the answer counts.`,
  lock: 'Payer lock: money of anybody else is sent back, and held for review if the bank does not say whose it is. Needs `customer.name`; has to equal `customer.document` where that is given. CPF or CNPJ, with or without punctuation.',
} as const;

const fields = z.object({
  amount: amount.meta({ description: FIELD_DOCS.amount }),
  currency: brl,
  payment_method: z.literal('pix', { error: 'must be pix' }),
  description: optional(text(DESCRIPTION_MAX).meta({ description: FIELD_DOCS.description })),
  expires_in: optional(
    z
      .int({ error: EXPIRES_RULE })
      .min(EXPIRES_IN.min, EXPIRES_RULE)
      .transform((seconds) => Math.min(seconds, EXPIRES_IN.cap))
      .meta({ description: FIELD_DOCS.expiresIn }),
  ),
  customer: optional(customer),
  expected_payer_tax_id: optional(taxId.meta({ description: FIELD_DOCS.lock })),
  metadata: optional(metadata),
});

type Customer = z.output<typeof customer>;
/** Fields that failed are absent or still as they came. */
type UncheckedBody = { readonly customer?: unknown; readonly expected_payer_tax_id?: unknown };

/** The payer lock needs a name, and a document that does not contradict it. */
function lockRules(value: UncheckedBody, context: z.core.$RefinementCtx): void {
  const { expected_payer_tax_id: expected } = value;
  if (typeof expected !== 'string') return;
  const given =
    typeof value.customer === 'object' && value.customer !== null ? (value.customer as Customer) : undefined;
  if (typeof given?.name !== 'string' || !isVisible(given.name)) {
    const message = 'is required with expected_payer_tax_id';
    context.addIssue({ code: 'custom', path: ['customer', 'name'], message });
  }
  if (typeof given?.document === 'string' && given.document !== expected) {
    const message = 'must equal customer.document';
    context.addIssue({ code: 'custom', path: ['expected_payer_tax_id'], message, params: ABOUT_TWO_FIELDS });
  }
}

/** Told together with every other problem, so they run even when a field has failed. */
const ALWAYS = { when: () => true };

/** `POST /v1/charges` (specification, Charges). Unknown fields are dropped (decisions A44). */
export const chargeBody = fields.superRefine(lockRules, ALWAYS);

/** `POST /v1/pix/charges`: the route fixes the method, whatever the body says (decisions A33). */
export const pixChargeBody = fields
  .extend({
    payment_method: z
      .unknown()
      .optional()
      .transform((): 'pix' => 'pix'),
  })
  .superRefine(lockRules, ALWAYS);

export type ChargeBody = z.output<typeof chargeBody>;

/** The same as the charge service reads it. */
export const chargeFields = ({ customer, metadata, ...body }: ChargeBody) =>
  omitUndefined({
    amount: body.amount,
    currency: body.currency,
    description: body.description,
    expiresInSeconds: body.expires_in,
    customer: customer && omitUndefined(customer),
    expectedPayerTaxId: body.expected_payer_tax_id,
    metadataJson: metadata && JSON.stringify(metadata),
    returnUrl: metadata?.[RETURN_URL],
  });

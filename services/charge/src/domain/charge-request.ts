import { AMOUNT_MAX, type Cents, cents, type Id, isVisible, parseTaxId, Refusal, type Tenant } from '@gx/core';
import type { ChargeTerms, Customer, GivenTerms, PaymentMethod, Surface } from './charge.ts';
import type { Fees } from './fees.ts';
import { foldDescription } from './metadata.ts';
import { phoneIn } from './order.ts';

/** What a merchant asks for, already parsed by the edge. */
export type ChargeRequest = GivenTerms & {
  readonly tenant: Tenant;
  readonly idempotencyKey: string;
  /** Versioned digest of the parsed body. */
  readonly requestHash: string;
  readonly surface: Surface;
  readonly amount: number;
  readonly currency: string;
  /** What the payer may choose from; never empty. */
  readonly paymentMethods: readonly PaymentMethod[];
  readonly description?: string;
  readonly expiresInSeconds?: number;
  readonly customer: Customer;
  readonly expectedPayerTaxId?: string;
  readonly metadataJson?: string;
  readonly customerId?: string;
  readonly webhookUrl?: string;
};

/** The field that carries the idempotency key on each family of routes. */
export const KEY_PARAM = { CHARGES: 'Idempotency-Key', PAYMENTS: 'idempotencyKey' } as const satisfies Record<
  Surface,
  string
>;

const EXPIRES_IN = { min: 60, max: 86_400 } as const;

/**
 * The rules that no configuration changes. The edge checks them too, with more words; this is the last line.
 */
export function refusalOf(request: ChargeRequest): Refusal | undefined {
  const { surface, amount, currency, paymentMethods, idempotencyKey, expiresInSeconds } = request;
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > AMOUNT_MAX) {
    return new Refusal('invalid_amount', `The amount must be an integer from 1 to ${AMOUNT_MAX}.`, { param: 'amount' });
  }
  if (currency !== 'BRL' && paymentMethods.includes('PIX'))
    return new Refusal('invalid_currency', 'Pix charges are in BRL.', { param: 'currency' });
  if (paymentMethods.includes('MBWAY') && phoneIn(request.metadataJson) === undefined)
    return new Refusal('invalid_request', 'MB WAY asks a phone, in E.164.', { param: 'metadata.phone' });
  const { length } = [...idempotencyKey];
  if (length < 8 || length > 128) {
    return new Refusal('invalid_request', 'The key must have 8 to 128 characters.', { param: KEY_PARAM[surface] });
  }
  if (expiresInSeconds !== undefined && expiresInSeconds < EXPIRES_IN.min) {
    return new Refusal('invalid_expires_in', 'A charge lives at least 60 seconds.', { param: 'expires_in' });
  }
  return lockRefusal(request);
}

/**
 * A payer lock names a valid document, a customer, and no other document than the customer's own
 * (specification, Charges).
 */
function lockRefusal({ expectedPayerTaxId, customer }: ChargeRequest): Refusal | undefined {
  if (expectedPayerTaxId === undefined) return undefined;
  const param = 'expected_payer_tax_id';
  const expected = parseTaxId(expectedPayerTaxId);
  if (expected === undefined)
    return new Refusal('invalid_document', 'Not a CPF or CNPJ with valid check digits.', { param });
  if (!isVisible(customer.name ?? ''))
    return new Refusal('invalid_request', 'A payer lock needs the name.', { param: 'customer.name' });
  if (customer.document !== undefined && parseTaxId(customer.document)?.value !== expected.value)
    return new Refusal('invalid_request', 'Not the same document as customer.document.', { param });
  return undefined;
}

/** How long a charge lives: as asked, at most a day, else the account's own window. */
export const lifetimeSeconds = (request: ChargeRequest, accountDefault: number): number =>
  Math.min(request.expiresInSeconds ?? accountDefault, EXPIRES_IN.max);

/** What the service adds to a request before anything is stored. */
export type CreationContext = {
  readonly id: Id<'charge'>;
  /** The one of the asked methods that pays it. */
  readonly paymentMethods: readonly PaymentMethod[];
  readonly bankProfileId: string;
  readonly fees: Fees;
  readonly settlementDelaySeconds: number;
  readonly traceparent: string | null;
  readonly now: Date;
};

/** Everything about a charge that must never be derived twice. */
export function termsOf(request: ChargeRequest, agreed: CreationContext): ChargeTerms {
  const { description, expiresInSeconds: _lifetime, ...given } = request;
  const { now: createdAt, ...context } = agreed;
  return {
    ...given,
    ...context,
    amount: amountOf(request),
    customerId: request.customerId ?? null,
    webhookUrl: request.webhookUrl ?? null,
    expectedPayerTaxId: parseTaxId(request.expectedPayerTaxId ?? '')?.value ?? null,
    metadataJson: foldDescription(request.metadataJson, description),
    createdAt,
  };
}

/** The amount of a request that was not refused. */
export const amountOf = (request: ChargeRequest): Cents => cents(request.amount);

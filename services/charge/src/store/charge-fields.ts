import type { Charge } from '../domain/charge.ts';
import { withoutBodies } from '../domain/personal-data.ts';

/** What is stored in another shape than the domain's. */
type ConvertedField = 'id' | 'tenant' | 'creation' | 'payments' | 'isErased' | 'isUnreadable';
export type KeptFields = Omit<Charge, ConvertedField>;

/**
 * Every field of a charge that is stored as it is, under its own name. Mappers and changes are made of this
 * table: a new field is its row here and its type in the domain.
 */
const CHARGE_FIELDS = {
  surface: true,
  idempotencyKey: true,
  requestHash: true,
  amount: true,
  currency: true,
  paymentMethods: true,
  customer: true,
  customerId: true,
  webhookUrl: true,
  expectedPayerTaxId: true,
  metadataJson: true,
  returnUrl: true,
  fees: true,
  settlementDelaySeconds: true,
  bankProfileId: true,
  traceparent: true,
  createdAt: true,
  status: true,
  version: true,
  sequence: true,
  paymentOptions: true,
  method: true,
  firstStatus: true,
  rejection: true,
  stampedAhead: true,
  settlement: true,
  closing: true,
  review: true,
  refunds: true,
  bankReturns: true,
  payer: true,
  paidBy: true,
  disputes: true,
  personalData: true,
} as const satisfies Record<keyof KeptFields, true>;

const NAMES = Object.keys(CHARGE_FIELDS) as (keyof KeptFields)[];

/** Of a charge or of its document, what both have. */
export function keptFields(from: KeptFields): KeptFields {
  const kept: Partial<Record<keyof KeptFields, unknown>> = {};
  for (const name of NAMES) if (from[name] !== undefined) kept[name] = from[name];
  return kept as KeptFields;
}

/** Those that a change has made others, and those that it has taken away. */
export function changedFields(before: Charge, after: Charge) {
  const changed: Partial<Record<keyof KeptFields, unknown>> = {};
  const gone: Partial<Record<keyof KeptFields, ''>> = {};
  for (const name of NAMES)
    if (before[name] !== after[name] && after[name] === undefined) gone[name] = '';
    else if (before[name] !== after[name]) changed[name] = storedField(after, name);
  return { changed: changed as Partial<KeptFields>, gone };
}

/** Requests to providers name the payer: they lie under the key of the customer. */
const storedField = (charge: Charge, name: keyof KeptFields): unknown =>
  name === 'paymentOptions' && charge.personalData !== undefined ? withoutBodies(charge[name]) : charge[name];

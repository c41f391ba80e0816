import { Schema } from 'mongoose';
import type { Charge } from '../domain/charge.ts';
import { outboxRecord } from './outbox-schema.ts';

const nested = (fields: Record<string, unknown>) => new Schema(fields as never, { _id: false, strict: 'throw' });
const required = (type: unknown) => ({ type, required: true });

const payment = nested({
  endToEndId: required(String),
  amount: required(Number),
  paidAt: required(Date),
  decision: required(String),
  reason: String,
  returnId: String,
  decidedAt: required(Date),
  returnedAt: Date,
  ordered: nested({ sequence: required(Number), at: required(Date) }),
  acknowledgedAt: Date,
  returnedByBank: Number,
  returnStatus: String,
});
const settlement = nested({
  endToEndId: required(String),
  paidAt: required(Date),
  acceptedAt: required(Date),
  sequence: required(Number),
  traceparent: String,
  postedAt: Date,
});
const review = nested({
  endToEndId: required(String),
  heldAt: required(Date),
  cause: String,
  polls: required(Number),
  decidedBy: String,
  endedAt: Date,
});
const option = nested({
  method: required(String),
  txid: required(String),
  body: required(String),
  state: required(String),
  pix: nested({ brCode: required(String), expiresAt: required(Date) }),
  order: nested({ instructions: required(Schema.Types.Mixed), expiresAt: required(Date) }),
});
const dispute = nested({
  id: required(String),
  providerId: required(String),
  kind: required(String),
  status: required(String),
  amount: required(Number),
});
const bankReturn = nested({
  id: required(String),
  endToEndId: required(String),
  devolutionId: required(String),
  amount: required(Number),
  status: required(String),
  reason: required(String),
  firstSeenAt: required(Date),
});

/** What is stored in another shape than the domain's. */
type ConvertedField = 'id' | 'tenant' | 'creation' | 'payments';
export type KeptFields = Omit<Charge, ConvertedField>;

/**
 * Every field of a charge that is stored as it is, under its own name. Schema, mappers and changes are made
 * of this table: a new field is its row here and its type in the domain.
 */
export const CHARGE_FIELDS = {
  surface: required(String),
  idempotencyKey: required(String),
  requestHash: required(String),
  amount: required(Number),
  currency: required(String),
  paymentMethods: [String],
  customer: nested({ name: String, document: String, email: String, phone: String }),
  customerId: String,
  webhookUrl: String,
  expectedPayerTaxId: String,
  metadataJson: required(String),
  returnUrl: String,
  fees: nested({ provider: required(Number), platform: required(Number) }),
  settlementDelaySeconds: required(Number),
  bankProfileId: required(String),
  traceparent: String,
  createdAt: required(Date),
  status: required(String),
  version: required(Number),
  sequence: required(Number),
  paymentOptions: [option],
  method: required(String),
  firstStatus: String,
  rejection: nested({ code: required(String), message: required(String) }),
  stampedAhead: [nested({ endToEndId: required(String), paidAt: required(Date) })],
  settlement,
  closing: nested({ as: required(String), at: required(Date) }),
  review,
  refunds: [nested({ id: required(String), amount: required(Number), status: required(String) })],
  bankReturns: [bankReturn],
  payer: nested({ keyId: required(String), ciphertext: required(String) }),
  disputes: [dispute],
} as const satisfies Record<keyof KeptFields, unknown>;

/** What is stored beside them: the fields that have another shape, and the store's own. */
export const STORE_FIELDS = {
  _id: required(String),
  accountId: required(String),
  livemode: required(Boolean),
  insertedAt: required(Schema.Types.Mixed),
  listed: required(Boolean),
  attempts: required(Number),
  lease: nested({ owner: required(String), until: Date }),
  payments: [payment],
  due: required(Schema.Types.Mixed),
  unposted: [nested({ reference: required(String), event: required(outboxRecord) })],
  rechecksLeft: required(Number),
  lastEvent: nested({ sequence: required(Number), at: required(Date), value: Buffer }),
  outbox: [outboxRecord],
} as const;

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
    else if (before[name] !== after[name]) changed[name] = after[name];
  return { changed: changed as Partial<KeptFields>, gone };
}

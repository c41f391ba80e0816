import { type Id, InvariantViolation, isoMillis, parseJsonAsWritten, wireId } from '@gx/core';
import type { Charge } from '../../gen/gx/charge/v1/charge.ts';
import { type OrderFields, orderFields } from './order-fields.ts';
import type { ChargeStatus } from './public-status.ts';

/**
 * A charge in the transaction format of `/v1/payments` (specification, Resources): an allowlist, built field
 * by field.
 */
export type Payment = OrderFields & {
  readonly id: string;
  readonly status: ChargeStatus;
  readonly amount: number;
  readonly currency: string;
  readonly paymentMethods: readonly string[];
  readonly paidWith: string | null;
  readonly pixQrCode: string | null;
  readonly pixCopyPaste: string | null;
  readonly pixExpiresAt: string | null;
  readonly providerFee: number;
  readonly platformFee: number;
  readonly netAmount: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  readonly paidAt: string | null;
};

/** Renders the full transaction; `pngOf` makes the image of a payment code. */
export function payment(charge: Charge, pngOf: (brCode: string) => Buffer): Payment {
  if (charge.status === 'STATUS_UNSPECIFIED') throw new InvariantViolation('a charge without a status');
  return {
    id: wireId('charge', charge.id as Id<'charge'>, 'tx_'),
    status: charge.status,
    amount: charge.amount,
    currency: charge.currency,
    paymentMethods: methodsOf(charge),
    paidWith: paidWith(charge),
    ...pixFields(charge, pngOf),
    ...orderFields(charge),
    ...feesTaken(charge),
    metadata: parseJsonAsWritten(charge.metadataJson || '{}') as Record<string, unknown>,
    createdAt: isoMillis(new Date(charge.createdAtMs)),
    paidAt: paidAt(charge),
  };
}

const methodsOf = ({ paymentMethods, paymentMethod }: Charge): readonly string[] =>
  paymentMethods.length === 0 ? [paymentMethod] : paymentMethods;
const paidWith = (charge: Charge): string | null => (charge.paidAtMs === undefined ? null : charge.paymentMethod);
const paidAt = ({ paidAtMs }: Charge): string | null => (paidAtMs === undefined ? null : isoMillis(new Date(paidAtMs)));

/** A transaction as its creation answers it (specification, Resources). What was not given is null. */
export type CreatedPayment = Pick<
  Payment,
  'id' | 'status' | 'amount' | 'currency' | 'paymentMethods' | 'metadata' | 'createdAt'
> & {
  readonly customerName: string | null;
  readonly customerDocument: string | null;
  readonly customerEmail: string | null;
};

/** Renders the answer of `POST /v1/payments`. */
export function createdPayment(charge: Charge): CreatedPayment {
  if (charge.status === 'STATUS_UNSPECIFIED') throw new InvariantViolation('a charge without a status');
  const { name, document, email } = charge.customer ?? {};
  return {
    id: wireId('charge', charge.id as Id<'charge'>, 'tx_'),
    status: charge.status,
    amount: charge.amount,
    currency: charge.currency,
    paymentMethods: methodsOf(charge),
    customerName: name ?? null,
    customerDocument: document ?? null,
    customerEmail: email ?? null,
    metadata: parseJsonAsWritten(charge.metadataJson || '{}') as Record<string, unknown>,
    createdAt: isoMillis(new Date(charge.createdAtMs)),
  };
}

/**
 * An item of `GET /v1/payments`: what its creation answered, and how it was paid; no codes and no images
 * (decisions N7).
 */
export type ListedPayment = CreatedPayment &
  Pick<Payment, 'paidWith' | 'providerFee' | 'platformFee' | 'netAmount' | 'paidAt'>;

/** Renders one item of the list. */
export const listedPayment = (charge: Charge): ListedPayment => ({
  ...createdPayment(charge),
  paidWith: paidWith(charge),
  ...feesTaken(charge),
  paidAt: paidAt(charge),
});

function pixFields(
  { pix }: Charge,
  pngOf: (brCode: string) => Buffer,
): Pick<Payment, 'pixQrCode' | 'pixCopyPaste' | 'pixExpiresAt'> {
  if (pix === undefined || pix === null) return { pixQrCode: null, pixCopyPaste: null, pixExpiresAt: null };
  return {
    pixQrCode: `data:image/png;base64,${pngOf(pix.brCode).toString('base64')}`,
    pixCopyPaste: pix.brCode,
    pixExpiresAt: isoMillis(new Date(pix.expiresAtMs)),
  };
}

/**
 * A fee is charged only on what was paid: until then both are zero, and they stay when a paid charge is
 * refunded.
 */
function feesTaken({
  amount,
  paidAtMs,
  providerFee,
  platformFee,
}: Charge): Pick<Payment, 'providerFee' | 'platformFee' | 'netAmount'> {
  if (paidAtMs === undefined) return { providerFee: 0, platformFee: 0, netAmount: amount };
  return { providerFee, platformFee, netAmount: amount - providerFee - platformFee };
}

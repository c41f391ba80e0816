import { type Id, InvariantViolation, isoMillis, parseJsonAsWritten, wireId } from '@gx/core';
import type { Charge } from '../../gen/gx/charge/v1/charge.ts';
import { orderFields } from './order-fields.ts';

/**
 * A charge in the transaction format of `/v1/payments` (specification, Resources): an allowlist, built field
 * by field. `pngOf` makes the image of a payment code.
 */
export function payment(charge: Charge, pngOf: (brCode: string) => Buffer) {
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

export type Payment = ReturnType<typeof payment>;

const methodsOf = ({ paymentMethods, paymentMethod }: Charge): readonly string[] =>
  paymentMethods.length === 0 ? [paymentMethod] : paymentMethods;
const paidWith = (charge: Charge): string | null => (charge.paidAtMs === undefined ? null : charge.paymentMethod);
const paidAt = ({ paidAtMs }: Charge): string | null => (paidAtMs === undefined ? null : isoMillis(new Date(paidAtMs)));

/** A transaction as its creation answers it (specification, Resources). What was not given is null. */
export function createdPayment(charge: Charge) {
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

export type CreatedPayment = ReturnType<typeof createdPayment>;

/**
 * An item of `GET /v1/payments`: what its creation answered, and how it was paid; no codes and no images
 * (decisions N7).
 */
export const listedPayment = (charge: Charge) => ({
  ...createdPayment(charge),
  paidWith: paidWith(charge),
  ...feesTaken(charge),
  paidAt: paidAt(charge),
});
export type ListedPayment = ReturnType<typeof listedPayment>;

const pixFields = ({ pix }: Charge, pngOf: (brCode: string) => Buffer) => ({
  pixQrCode: pix ? `data:image/png;base64,${pngOf(pix.brCode).toString('base64')}` : null,
  pixCopyPaste: pix?.brCode ?? null,
  pixExpiresAt: pix ? isoMillis(new Date(pix.expiresAtMs)) : null,
});

/**
 * A fee is charged only on what was paid: until then both are zero, and they stay when a paid charge is
 * refunded.
 */
function feesTaken({ amount, paidAtMs, providerFee, platformFee }: Charge) {
  if (paidAtMs === undefined) return { providerFee: 0, platformFee: 0, netAmount: amount };
  return { providerFee, platformFee, netAmount: amount - providerFee - platformFee };
}

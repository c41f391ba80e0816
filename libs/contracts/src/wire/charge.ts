import { type Id, InvariantViolation, isoMillis, parseJsonAsWritten, wireId } from '@gx/core';
import type { Charge } from '../../gen/gx/charge/v1/charge.ts';
import { hiddenIn } from './personal-data.ts';
import { PUBLIC_STATUS, type PublicStatus } from './public-status.ts';

/** The public charge, `object: "charge"` (specification, Resources): an allowlist, built field by field. */
export type PublicCharge = {
  readonly id: string;
  readonly object: 'charge';
  readonly amount: number;
  readonly currency: string;
  readonly status: PublicStatus;
  readonly payment_method: string;
  /** Erased fields are null, as e-mail and phone that were never there are not. */
  readonly customer: { name: string | null; document: string | null; email?: string | null; phone?: string | null };
  readonly expected_payer_tax_id?: string | null;
  readonly pix?: { br_code: string; qr_code_url: string; qr_code_base64?: string; expires_at: string; txid?: string };
  readonly checkout_url: string;
  readonly settlement: { end_to_end_id?: string };
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly created_at: string;
};

/**
 * Renders a charge for REST and for `data.object` of an event; `qrCodeBase64` only where the image belongs.
 */
export function publicCharge(charge: Charge, qrCodeBase64?: string): PublicCharge {
  if (charge.status === 'STATUS_UNSPECIFIED') throw new InvariantViolation('a charge without a status');
  const { name, document } = charge.customer ?? {};
  const hidden = hiddenIn(charge);
  const email = charge.customer?.email ?? (hidden.has('customer.email') ? null : undefined);
  const phone = charge.customer?.phone ?? (hidden.has('customer.phone') ? null : undefined);
  const lock = charge.expectedPayerTaxId ?? (hidden.has('expected_payer_tax_id') ? null : undefined);
  return {
    id: wireId('charge', charge.id as Id<'charge'>),
    object: 'charge',
    amount: charge.amount,
    currency: charge.currency,
    status: PUBLIC_STATUS[charge.status],
    payment_method: charge.paymentMethod.toLowerCase(),
    customer: {
      name: name ?? null,
      document: document ?? null,
      ...(email === undefined ? {} : { email }),
      ...(phone === undefined ? {} : { phone }),
    },
    ...(lock === undefined ? {} : { expected_payer_tax_id: lock }),
    ...pixBlock(charge, qrCodeBase64),
    checkout_url: charge.checkoutUrl,
    settlement: charge.endToEndId === undefined ? {} : { end_to_end_id: charge.endToEndId },
    metadata: parseJsonAsWritten(charge.metadataJson || '{}') as Record<string, unknown>,
    created_at: isoMillis(new Date(charge.createdAtMs)),
  };
}

function pixBlock({ pix }: Charge, qrCodeBase64: string | undefined): Pick<PublicCharge, 'pix'> {
  if (pix === undefined || pix === null) return {};
  return {
    pix: {
      br_code: pix.brCode,
      qr_code_url: pix.qrCodeUrl,
      ...(qrCodeBase64 === undefined ? {} : { qr_code_base64: qrCodeBase64 }),
      expires_at: isoMillis(new Date(pix.expiresAtMs)),
      ...(pix.txid === undefined ? {} : { txid: pix.txid }),
    },
  };
}

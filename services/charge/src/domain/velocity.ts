import { createHmac } from 'node:crypto';
import { parseTaxId, type Tenant } from '@gx/core';
import type { Customer } from './charge.ts';
import type { Status } from './transitions.ts';

/** At most `max` charges that count in any `windowMs`; 0 sets no limit. */
export type VelocityLimit = { readonly max: number; readonly windowMs: number };
/**
 * Places of an account that are taken before anybody wants them, while there are plenty: as many as are wanted within `coversMs`, at most `max`
 * by each process, and given back by it after `heldMs`. Whoever is refused `awaitedMs` after any were taken may have been refused for these.
 */
export const AHEAD = { max: 64, coversMs: 100, heldMs: 500, awaitedMs: 3_000 } as const;
export type VelocityLimits = { readonly customer: VelocityLimit; readonly account: VelocityLimit };

/** The places that a charge takes: among those of its customer, by the customer's key, and in a span of time of the account's. Null: none. */
export type Places = { readonly customer: string | null; readonly span: Date | null };

/** Whether a charge counts (decisions A49: pending, processing and paid). One that was never told of counts while it is being created. */
// biome-ignore format: one row per status, read as a table
export const COUNTS: Readonly<Record<Status, boolean>> = {
  PENDING:         true,
  WAITING_PAYMENT: true,
  PROCESSING:      true,
  PAID:            true,
  APPROVED:        true,
  EXPIRED:         false,
  CANCELLED:       false,
  REFUSED:         false,
  REJECTED:        false,
  REFUNDED:        false,
  DISPUTE:         false,
  CHARGEBACK:      false,
};

/** Who a customer is, by what tells most: the document, else the e-mail, else the phone (decisions N18). */
const TELLS: readonly { readonly by: string; readonly of: (customer: Customer) => string }[] = [
  { by: 'document', of: ({ document = '' }) => parseTaxId(document)?.value ?? letters(document).toUpperCase() },
  { by: 'email', of: ({ email = '' }) => email.trim().toLowerCase() },
  { by: 'phone', of: ({ phone = '' }) => phone.replaceAll(/\D/g, '') },
];
const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * A name for a customer of a tenant that tells nothing of who it is without the secret, in 32 hexadecimal digits; the same however a
 * document or a phone is punctuated. Null for somebody who cannot be told from anybody else.
 */
export function customerKey(secret: string, { accountId, livemode }: Tenant, customer: Customer): string | null {
  for (const { by, of } of TELLS) {
    const value = of(customer);
    if (value === '') continue;
    const text = JSON.stringify(['velocity', accountId, livemode, by, value]);
    return createHmac('sha256', secret).update(text).digest('hex').slice(0, 32);
  }
  return null;
}

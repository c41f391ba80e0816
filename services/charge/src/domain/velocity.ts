import { createHmac } from 'node:crypto';
import { documentKey, emailKey, type Tenant } from '@gx/core';
import type { ChargeRequest } from './charge-request.ts';
import { phoneIn } from './order.ts';
import type { Status } from './transitions.ts';

/** At most `max` charges that count in any `windowMs`; 0 sets no limit. */
export type VelocityLimit = { readonly max: number; readonly windowMs: number };
/** No account creates more charges in a millisecond. */
const CREATED_PER_MS_MAX = 10;
/**
 * For how long a count of an account's charges is good enough: its limit may be exceeded by what one second
 * brings (decisions N18), and cannot be reached earlier from far below it.
 */
export const countGoodForMs = ({ max }: VelocityLimit, charges: number): number =>
  Math.max(1_000, (max - charges) / CREATED_PER_MS_MAX);
export type VelocityLimits = { readonly customer: VelocityLimit; readonly account: VelocityLimit };

/**
 * Whether a charge counts (decisions A49: pending, processing and paid). One that was never told of counts
 * while it is being created.
 */
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
export const LIVE_STATUSES = (Object.keys(COUNTS) as Status[]).filter((status) => COUNTS[status]);

/** What a request says of who is to pay. */
export type PayerDetails = Pick<ChargeRequest, 'customer' | 'expectedPayerTaxId' | 'metadataJson'>;

/**
 * Every identity that is given counts: a guard that one field left out walks around is none (decisions N18).
 */
const IDENTITIES: readonly { readonly by: string; readonly of: (named: PayerDetails) => readonly string[] }[] = [
  {
    by: 'document',
    of: ({ customer: { document = '' }, expectedPayerTaxId = '' }) => [
      documentKey(document),
      documentKey(expectedPayerTaxId),
    ],
  },
  { by: 'email', of: ({ customer: { email = '' } }) => [mailboxKey(email)] },
  {
    by: 'phone',
    of: ({ customer: { phone = '' }, metadataJson }) => [phoneKey(phone), phoneKey(phoneIn(metadataJson) ?? '')],
  },
];

/** One mailbox has as many addresses as its owner likes to write behind a plus (RFC 5233). */
const mailboxKey = (email: string): string => emailKey(email).replace(/\+[^@]*(?=@)/, '');

const BRAZIL = '55';
/**
 * Area code and number, of a landline and of a mobile: digits of that length without a plus name no country.
 */
const NATIONAL_LENGTHS = [10, 11];

/**
 * In the digits of E.164; of Brazil where no country is given, with the 0 of a long-distance call or without.
 */
function phoneKey(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  if (/^\s*\(?\+/.test(text)) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  const national = digits.replace(/^0/, '');
  return NATIONAL_LENGTHS.includes(national.length) ? BRAZIL + national : national;
}

/**
 * Names for the one who pays a tenant's charge, one of each identity, that tell nothing of who it is without
 * the secret, in 32 hexadecimal digits; the same however a document or a phone is punctuated. None for
 * somebody who cannot be told from anybody else.
 */
export function customerKeys(secret: string, { accountId, livemode }: Tenant, named: PayerDetails): string[] {
  const keys = IDENTITIES.flatMap(({ by, of }) =>
    of(named)
      .filter((value) => value !== '')
      .map((value) => {
        const text = JSON.stringify(['velocity', accountId, livemode, by, value]);
        return createHmac('sha256', secret).update(text).digest('hex').slice(0, 32);
      }),
  );
  return [...new Set(keys)];
}

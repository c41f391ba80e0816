import type { Charge_Status as TransactionStatus } from '../../gen/gx/charge/v1/charge.ts';

/** Transaction status to the public vocabulary of `/v1/charges` (specification, States and transitions). */
// biome-ignore format: one row per status, read as a table
export const PUBLIC_STATUS = {
  PENDING:         'pending',
  WAITING_PAYMENT: 'pending',
  PROCESSING:      'processing',
  PAID:            'paid',
  APPROVED:        'paid',
  REFUSED:         'failed',
  CANCELLED:       'cancelled',
  EXPIRED:         'expired',
  REFUNDED:        'refunded',
  CHARGEBACK:      'disputed',
  DISPUTE:         'disputed',
} as const satisfies Record<Exclude<TransactionStatus, 'STATUS_UNSPECIFIED'>, string>;

export type ChargeStatus = keyof typeof PUBLIC_STATUS;
export type PublicStatus = (typeof PUBLIC_STATUS)[ChargeStatus];
export const PUBLIC_STATUSES = [...new Set(Object.values(PUBLIC_STATUS))];

/** The transaction statuses behind one public word, for filters. */
export const statusesOf = (status: PublicStatus): ChargeStatus[] =>
  (Object.keys(PUBLIC_STATUS) as ChargeStatus[]).filter((key) => PUBLIC_STATUS[key] === status);

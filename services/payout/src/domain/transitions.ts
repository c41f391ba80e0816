/**
 * Every legal move (decisions, section 7). INITIATED and DROPPED are internal: not promised to anybody, in no
 * read; a DROPPED payout was refused and is about to be gone. One that arrived fails after all when its bank
 * has returned the whole of it.
 */
// biome-ignore format: one row per status, read as a table
export const TRANSITIONS = {
  INITIATED:  { accept: 'PROCESSING', wait: 'PENDING', drop: 'DROPPED' },
  DROPPED:    {},
  PENDING:    { send: 'PROCESSING', reject: 'FAILED', cancel: 'CANCELLED' },
  PROCESSING: { confirm: 'PAID', fail: 'FAILED' },
  PAID:       { return: 'FAILED' },
  FAILED:     {},
  CANCELLED:  {},
} as const satisfies Record<PayoutStatus, Partial<Record<PayoutTrigger, PayoutStatus>>>;

export type PayoutStatus = 'INITIATED' | 'DROPPED' | 'PENDING' | 'PROCESSING' | 'PAID' | 'FAILED' | 'CANCELLED';
/** A status that a client may see. */
export type VisiblePayoutStatus = Exclude<PayoutStatus, 'INITIATED' | 'DROPPED'>;
export type PayoutTrigger = 'accept' | 'wait' | 'drop' | 'send' | 'reject' | 'cancel' | 'confirm' | 'fail' | 'return';

/** The next status, or undefined for a move that is not in the table. */
export function nextStatus(from: PayoutStatus, trigger: PayoutTrigger): PayoutStatus | undefined {
  const row: Partial<Record<PayoutTrigger, PayoutStatus>> = TRANSITIONS[from];
  return row[trigger];
}

/** Not promised to anybody yet. */
export const isHidden = (status: PayoutStatus): status is 'INITIATED' | 'DROPPED' =>
  status === 'INITIATED' || status === 'DROPPED';

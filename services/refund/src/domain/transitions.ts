/**
 * Every legal move (specification, "Refund status"). INITIATED and DROPPED are internal: not promised to
 * anybody, in no read; a DROPPED refund was refused and is about to be gone. A refund ends for good; a return
 * that failed may be taken up again, or settled by a person who sent the money back by hand: it must not be
 * kept.
 */
// biome-ignore format: one row per status, read as a table
export const TRANSITIONS = {
  REFUND: {
    INITIATED:   { accept: 'PENDING', drop: 'DROPPED' },
    DROPPED:     {},
    PENDING:     { progress: 'IN_PROGRESS' },
    IN_PROGRESS: { confirm: 'REFUNDED', fail: 'FAILED' },
    REFUNDED:    {},
    FAILED:      {},
  },
  RETURN: {
    INITIATED:   {},
    DROPPED:     {},
    PENDING:     { progress: 'IN_PROGRESS' },
    IN_PROGRESS: { confirm: 'REFUNDED', fail: 'FAILED' },
    REFUNDED:    {},
    FAILED:      { retry: 'PENDING', settle: 'REFUNDED' },
  },
  BANK_RETURN: {
    INITIATED:   {},
    DROPPED:     {},
    PENDING:     {},
    IN_PROGRESS: { confirm: 'REFUNDED', fail: 'FAILED' },
    REFUNDED:    {},
    FAILED:      { confirm: 'REFUNDED' },
  },
} as const satisfies Record<RefundKind, Record<Status, Partial<Record<Trigger, Status>>>>;

/**
 * Ordered by the merchant, by us (money that must not be kept), or by nobody here: the bank takes it back.
 */
export type RefundKind = 'REFUND' | 'RETURN' | 'BANK_RETURN';
export type Status = 'INITIATED' | 'DROPPED' | 'PENDING' | 'IN_PROGRESS' | 'REFUNDED' | 'FAILED';
/** A status that a client may see. */
export type VisibleStatus = Exclude<Status, 'INITIATED' | 'DROPPED'>;
export type Trigger = 'accept' | 'drop' | 'progress' | 'confirm' | 'fail' | 'retry' | 'settle';

/** The next status, or undefined for a move that is not in the table. */
export function nextStatus(kind: RefundKind, from: Status, trigger: Trigger): Status | undefined {
  const row: Partial<Record<Trigger, Status>> = TRANSITIONS[kind][from];
  return row[trigger];
}

/** The bank may still have something to say that moves it. */
export const isOpen = (status: Status): boolean => status === 'PENDING' || status === 'IN_PROGRESS';

/** Not promised to anybody yet. */
export const isHidden = (status: Status): status is 'INITIATED' | 'DROPPED' =>
  status === 'INITIATED' || status === 'DROPPED';

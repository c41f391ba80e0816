import { figures, INVARIANTS, type Violation } from '../checker/check.ts';
import type { RunEvidence } from '../checker/evidence.ts';
import type { ScheduleResult } from './schedule.ts';

/** What must have happened often enough for a run to say anything, and how it shows in the evidence. */
// biome-ignore format: one row per kind, read as a table
export const KINDS = {
  paid:      ({ charges }) => charges.filter(({ status }) => status === 'PAID').length,
  approved:  ({ charges }) => charges.filter(({ status }) => status === 'APPROVED').length,
  several:   ({ charges }) => charges.filter(({ paymentOptions, settlement }) => paymentOptions.length > 1 && settlement !== null).length,
  expired:   ({ charges }) => charges.filter(({ status }) => status === 'EXPIRED').length,
  cancelled: ({ charges }) => charges.filter(({ status }) => status === 'CANCELLED').length,
  refunded:  ({ refunds }) => refunds.filter(({ kind, status }) => kind === 'REFUND' && status === 'REFUNDED').length,
  returned:  ({ refunds }) => refunds.filter(({ kind, status }) => kind === 'RETURN' && status === 'REFUNDED').length,
  paidOut:   ({ payouts }) => payouts.filter(({ status }) => status === 'PAID').length,
  notPaidOut: ({ payouts }) => payouts.filter(({ status, failureCode }) => status === 'CANCELLED' || (status === 'FAILED' && failureCode !== 'returned')).length,
  sentBack:  ({ pixOuts }) => pixOuts.filter(({ returns = [] }) => returns.length > 0).length,
  orders:    ({ orders }) => orders.filter(({ status }) => status === 'approved').length,
  delivered: ({ deliveries }) => deliveries.filter(({ status }) => status === 'DELIVERED').length,
} as const satisfies Readonly<Record<string, (evidence: RunEvidence) => number>>;
export type Kind = keyof typeof KINDS;

/** Fewer than so many of each kind, and the run has failed as empty. */
export const ENOUGH = 50;

export type Failure = { readonly seed: string; readonly violations: readonly Violation[] };
/** What a run came to. */
export type Tally = {
  schedules: number;
  readonly kinds: Record<Kind, number>;
  /** What each invariant looked at. */
  readonly looked: Map<string, number>;
  readonly failures: Failure[];
};

export const newTally = (): Tally => ({
  schedules: 0,
  kinds: Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, 0])) as Record<Kind, number>,
  looked: new Map(INVARIANTS.map(({ id }) => [id, 0])),
  failures: [],
});

export function add(tally: Tally, seed: string, { evidence, violations }: ScheduleResult): void {
  tally.schedules += 1;
  if (violations.length > 0) tally.failures.push({ seed, violations });
  if (evidence === undefined) return;
  for (const [kind, count] of Object.entries(KINDS)) tally.kinds[kind as Kind] += count(evidence);
  for (const [id, count] of figures(evidence)) tally.looked.set(id, (tally.looked.get(id) ?? 0) + count);
}

/** Kinds of which there was too little. */
export const missing = ({ kinds }: Tally, enough = ENOUGH): string[] =>
  Object.entries(kinds)
    .filter(([, count]) => count < enough)
    .map(([kind, count]) => `${kind} ${count}`);

/** One line per failure, first things first. */
export const summaryOf = ({ failures }: Tally, most = 5): string =>
  failures
    .slice(0, most)
    .map(({ seed, violations }) =>
      [`FAULTS_SEED=${seed}`, ...violations.map(({ invariant, fault }) => `  ${invariant}: ${fault}`)].join('\n'),
    )
    .join('\n');

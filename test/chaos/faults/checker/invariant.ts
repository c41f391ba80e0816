import type { RunEvidence } from './evidence.ts';

/**
 * Something that must hold whatever was done and whatever went wrong; it knows nothing of flows or faults.
 */
export type Invariant = {
  /** As in the table of invariants of the README. */
  readonly id: string;
  readonly says: string;
  /** What the figure counts. */
  readonly counts: string;
  readonly looked: (evidence: RunEvidence) => number;
  /** Everything that contradicts it, one line each. */
  readonly broken: (evidence: RunEvidence) => string[];
};

export const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

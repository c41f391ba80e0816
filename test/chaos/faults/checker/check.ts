import { BOOKS } from './books.ts';
import { CONFIRMED } from './confirmed.ts';
import { EVENTS } from './events.ts';
import type { RunEvidence } from './evidence.ts';
import type { Invariant } from './invariant.ts';
import { LISTS } from './lists.ts';
import { PAYOUT_LIMITS } from './payout-limits.ts';
import { PAYOUTS } from './payouts.ts';
import { PROMISES } from './promises.ts';
import { STATISTICS } from './statistics.ts';
import { WEBHOOKS } from './webhooks.ts';

export const INVARIANTS: readonly Invariant[] = [
  ...BOOKS,
  ...CONFIRMED,
  ...PAYOUTS,
  ...PAYOUT_LIMITS,
  ...LISTS,
  ...PROMISES,
  ...EVENTS,
  ...WEBHOOKS,
  ...STATISTICS,
];

export type Violation = { readonly invariant: string; readonly fault: string };

/** Holds every invariant against the evidence. */
export const check = (evidence: RunEvidence): Violation[] =>
  INVARIANTS.flatMap(({ id, broken }) => broken(evidence).map((fault) => ({ invariant: id, fault })));

/** What each invariant looked at, by its id. */
export const figures = (evidence: RunEvidence): Map<string, number> =>
  new Map(INVARIANTS.map(({ id, looked }) => [id, looked(evidence)]));

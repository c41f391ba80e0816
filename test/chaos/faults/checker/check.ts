import { BOOKS } from './books.ts';
import { EVENTS } from './events.ts';
import type { Facts } from './facts.ts';
import type { Invariant } from './invariant.ts';
import { PROMISES } from './promises.ts';
import { STATISTICS } from './statistics.ts';
import { WEBHOOKS } from './webhooks.ts';

export const INVARIANTS: readonly Invariant[] = [...BOOKS, ...PROMISES, ...EVENTS, ...WEBHOOKS, ...STATISTICS];

export type Violation = { readonly invariant: string; readonly fault: string };

/** Holds every invariant against the facts. */
export const check = (facts: Facts): Violation[] =>
  INVARIANTS.flatMap(({ id, broken }) => broken(facts).map((fault) => ({ invariant: id, fault })));

/** What each invariant looked at, by its id. */
export const figures = (facts: Facts): Map<string, number> =>
  new Map(INVARIANTS.map(({ id, looked }) => [id, looked(facts)]));

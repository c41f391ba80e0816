import type { Logger } from '@gx/runtime';
import { type CircuitBreakerPolicy, ConsecutiveBreaker, circuitBreaker, handleWhenResult } from 'cockatiel';
import type { CallPool } from './bank-connection.ts';
import { isTrouble } from './bank-trouble.ts';
import type { CallerProfile } from './profile.ts';

/** What the bank's behaviour towards some of its operations teaches about them. */
export type CallPoolState = {
  readonly breaker: CircuitBreakerPolicy;
  /** By the monotonic clock: one that is set back must not make the pause longer. */
  pausedUntilMs: number;
};
type CallPoolOptions = {
  readonly log: Logger;
  /** Failures in a row that open the breaker, and how long it stays open before one call may try. */
  readonly breaker?: { readonly failures: number; readonly halfOpenAfterMs: number };
};

/** Beyond that the one who has not called for longest is forgotten, and begins anew. */
const MERCHANTS_MAX = 1_000;

/**
 * The state of each pool. What a bank refuses says something of the bank, and of no merchant. What the
 * simulator plays says something of the merchant who ordered it: there each merchant has pools of its own.
 */
export function callPools(profile: CallerProfile, options: CallPoolOptions) {
  const bankOwn = poolStates(profile, options);
  const ofMerchants = new Map<string, typeof bankOwn>();
  return (pool: CallPool, merchant?: string): CallPoolState => {
    if (profile.simulator !== true || merchant === undefined) return bankOwn(pool);
    const known = ofMerchants.get(merchant) ?? poolStates(profile, options);
    // Who called last is forgotten last.
    ofMerchants.delete(merchant);
    ofMerchants.set(merchant, known);
    if (ofMerchants.size > MERCHANTS_MAX) ofMerchants.delete([...ofMerchants.keys()][0] ?? '');
    return known(pool);
  };
}

function poolStates(profile: CallerProfile, options: CallPoolOptions): (pool: CallPool) => CallPoolState {
  const states = new Map<CallPool, CallPoolState>();
  return (pool) => {
    const state = states.get(pool) ?? { breaker: breakerOf(profile, options, pool), pausedUntilMs: 0 };
    states.set(pool, state);
    return state;
  };
}

function breakerOf(profile: CallerProfile, { log, breaker }: CallPoolOptions, pool: CallPool): CircuitBreakerPolicy {
  const { failures, halfOpenAfterMs } = breaker ?? { failures: 5, halfOpenAfterMs: 5_000 };
  const made = circuitBreaker(handleWhenResult(isTrouble), {
    halfOpenAfter: halfOpenAfterMs,
    breaker: new ConsecutiveBreaker(failures),
  });
  made.onBreak(() => log.warn({ bank_profile: profile.id, pool }, 'bank breaker opened'));
  made.onReset(() => log.info({ bank_profile: profile.id, pool }, 'bank breaker closed'));
  return made;
}

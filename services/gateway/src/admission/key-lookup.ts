import { KEY_LEASE_MS } from '@gx/contracts';
import type { ResolvedKey } from '@gx/contracts/keys';
import { Refusal } from '@gx/core';
import { type Call, retryOnUnavailable } from '@gx/runtime';

type Resolve = (call: Call, request: { fingerprint: string }) => Promise<ResolvedKey>;
type PendingLookUp = {
  readonly startedAtMs: number;
  /** Redis' time of the miss that started it; a caller that joined later has to count the lease from here. */
  readonly missedAtMs: number | undefined;
  readonly answer: Promise<ResolvedKey | undefined>;
};

/**
 * Asks `keys` for a key, one flight at a time for each. A flight may be joined for one lease after it
 * started: a revocation waits longer than that before it answers, so nobody who calls after that answer can
 * join a flight that read before it. Keys gives its database less than a lease; what it could not say in that
 * time it is asked once more, in the same flight: whatever is read later is the newer truth.
 */
export function keyLookup(resolveKey: Resolve, clockMs: () => number) {
  const flights = new Map<string, PendingLookUp>();
  /** The answer of a flight that may be joined now, or undefined: then somebody has to `ask`. */
  const joined = (fingerprint: string): PendingLookUp | undefined => {
    const flight = flights.get(fingerprint);
    return flight !== undefined && clockMs() - flight.startedAtMs < KEY_LEASE_MS ? flight : undefined;
  };
  const ask = (call: Call, fingerprint: string, missedAtMs: number | undefined): PendingLookUp => {
    const startedAtMs = clockMs();
    const answer = retryOnUnavailable(() => resolveKey(call, { fingerprint }))
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'not_found') return undefined;
        throw error;
      })
      .finally(() => {
        if (flights.get(fingerprint)?.answer === answer) flights.delete(fingerprint);
      });
    const flight = { startedAtMs, missedAtMs, answer };
    flights.set(fingerprint, flight);
    return flight;
  };
  return { joined, ask };
}

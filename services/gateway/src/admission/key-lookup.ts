import { KEY_LEASE_MS } from '@gx/contracts';
import type { ResolvedKey } from '@gx/contracts/keys';
import { Refusal } from '@gx/core';
import type { Call } from '@gx/runtime';

type Resolve = (call: Call, request: { fingerprint: string }) => Promise<ResolvedKey>;
type Flight = { readonly startedAtMs: number; readonly answer: Promise<ResolvedKey | undefined> };

/**
 * Asks `keys` for a key, one flight at a time for each. A flight may be joined for one lease after it started: a revocation
 * waits longer than that before it answers, so nobody who calls after that answer can join a flight that read before it.
 */
export function keyLookup(resolveKey: Resolve, clockMs: () => number) {
  const flights = new Map<string, Flight>();
  return (call: Call, fingerprint: string): Promise<ResolvedKey | undefined> => {
    const startedAtMs = clockMs();
    const open = flights.get(fingerprint);
    if (open !== undefined && startedAtMs - open.startedAtMs < KEY_LEASE_MS) return open.answer;
    const answer = resolveKey(call, { fingerprint })
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'not_found') return undefined;
        throw error;
      })
      .finally(() => {
        if (flights.get(fingerprint)?.answer === answer) flights.delete(fingerprint);
      });
    flights.set(fingerprint, { startedAtMs, answer });
    return answer;
  };
}

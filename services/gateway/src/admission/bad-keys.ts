import { LocalWindows, type RateLimitResult, RecentSet } from '@gx/runtime';

/** Requests with bad keys that one client address may make in a minute (decisions A58). */
export const BAD_KEYS_PER_MINUTE = 600;
const REFUSED_FOR_MS = 60_000;
const KNOWN_FOR_MS = 600_000;
const MAX_REMEMBERED = 10_000;

/**
 * Bounds what a client with bad keys costs, per process. Two windows per address: all requests with bad keys,
 * and those of them for which the database had to be asked. A key that was refused once is refused from
 * memory for a minute, so hammering with one old key uses up the first window only and never shuts out the
 * neighbours behind the same address; a key that was good lately is always looked up.
 */
export class BadKeys {
  readonly #windows: LocalWindows;
  readonly #refused: RecentSet;
  readonly #known: RecentSet;

  constructor(clockMs: () => number) {
    this.#windows = new LocalWindows(() => clockMs() / 1_000);
    this.#refused = new RecentSet({ periodMs: REFUSED_FOR_MS, max: MAX_REMEMBERED, clockMs });
    this.#known = new RecentSet({ periodMs: KNOWN_FOR_MS, max: MAX_REMEMBERED, clockMs });
  }

  wasRefused(fingerprint: string): boolean {
    return this.#refused.has(fingerprint);
  }

  /** Counts one request with a bad key. */
  count(address: string): RateLimitResult {
    return this.#windows.consume(`request ${address}`, BAD_KEYS_PER_MINUTE);
  }

  /** A place for asking the database about a key; undefined when the key needs none. */
  beforeLookup(address: string, fingerprint: string): RateLimitResult | undefined {
    return this.#known.has(fingerprint) ? undefined : this.#windows.consume(`lookup ${address}`, BAD_KEYS_PER_MINUTE);
  }

  foundGood(address: string, fingerprint: string): void {
    if (this.#known.has(fingerprint)) return;
    this.#known.add(fingerprint);
    this.#windows.restore(`lookup ${address}`);
  }

  foundBad(fingerprint: string): void {
    this.#known.delete(fingerprint);
    this.#refused.add(fingerprint);
  }
}

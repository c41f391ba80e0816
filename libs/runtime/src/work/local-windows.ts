/** The answer of a rate window: at most `limit` requests in any 60 seconds. */
export type RateLimitResult = {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until a request is allowed again; 0 when one was. */
  readonly retryAfterSeconds: number;
};

/** As in `admission.lua`: 60 seconds touch up to 61 buckets of one second. */
const BUCKETS = 61;
type Ring = { second: number; total: number; readonly counts: Uint32Array };

/**
 * Rate windows of this process alone: for what needs no exactness across replicas, and for when Redis is
 * gone.
 */
export class LocalWindows {
  readonly #rings = new Map<string, Ring>();
  readonly #seconds: () => number;
  readonly #maxNames: number;

  /**
   * `seconds` is a clock that never goes back. One that runs faster makes shorter windows: of 60 of its units.
   */
  constructor(seconds: () => number, maxNames = 10_000) {
    this.#seconds = seconds;
    this.#maxNames = maxNames;
  }

  consume(name: string, limit: number): RateLimitResult {
    const ring = this.#ringOf(name);
    if (ring.total >= limit) return { allowed: false, limit, remaining: 0, retryAfterSeconds: secondsUntilFree(ring) };
    const bucket = ring.second % BUCKETS;
    ring.counts[bucket] = (ring.counts[bucket] ?? 0) + 1;
    ring.total++;
    return { allowed: true, limit, remaining: limit - ring.total, retryAfterSeconds: 0 };
  }

  /** Restores a request that was counted a moment ago, to the newest bucket that holds one. */
  restore(name: string): void {
    const ring = this.#rings.get(name);
    if (ring === undefined) return;
    for (let age = 0; age < BUCKETS; age++) {
      const bucket = (ring.second - age + BUCKETS) % BUCKETS;
      const count = ring.counts[bucket] ?? 0;
      if (count === 0) continue;
      ring.counts[bucket] = count - 1;
      ring.total--;
      return;
    }
  }

  #ringOf(name: string): Ring {
    const now = Math.floor(this.#seconds());
    const known = this.#rings.get(name);
    if (known !== undefined && now - known.second < BUCKETS) return advance(known, now);
    const fresh = { second: now, total: 0, counts: new Uint32Array(BUCKETS) };
    this.#rings.delete(name);
    const oldest = this.#rings.keys().next();
    if (this.#rings.size >= this.#maxNames && oldest.done !== true) this.#rings.delete(oldest.value);
    this.#rings.set(name, fresh);
    return fresh;
  }
}

function advance(ring: Ring, now: number): Ring {
  for (let second = ring.second + 1; second <= now; second++) {
    ring.total -= ring.counts[second % BUCKETS] ?? 0;
    ring.counts[second % BUCKETS] = 0;
  }
  ring.second = Math.max(ring.second, now);
  return ring;
}

function secondsUntilFree(ring: Ring): number {
  for (let age = BUCKETS - 1; age > 0; age--) {
    if (ring.counts[(ring.second - age + BUCKETS) % BUCKETS]) return BUCKETS - age;
  }
  return BUCKETS;
}

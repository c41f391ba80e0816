/**
 * The answer of a rate window: at most `limit` requests in any 60 buckets, each of a second unless it is
 * said.
 */
export type RateLimitResult = {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until a request is allowed again; 0 when one was. */
  readonly retryAfterSeconds: number;
};

/** As in `admission.lua`: 60 seconds touch up to 61 buckets of one second. */
const BUCKETS = 61;
/** `newest`: the number of its newest bucket, counted from the beginning of the clock. */
type Ring = { newest: number; total: number; readonly counts: Uint32Array };
type Sizes = { readonly maxNames?: number; readonly bucketSeconds?: number };

/**
 * Rate windows of this process alone: for what needs no exactness across replicas, and for when Redis is
 * gone.
 */
export class LocalWindows {
  readonly #rings = new Map<string, Ring>();
  readonly #seconds: () => number;
  readonly #maxNames: number;
  readonly #bucketSeconds: number;

  /** `seconds` is a clock that never goes back. A window is as long as 60 buckets. */
  constructor(seconds: () => number, { maxNames = 10_000, bucketSeconds = 1 }: Sizes = {}) {
    this.#seconds = seconds;
    this.#maxNames = maxNames;
    this.#bucketSeconds = bucketSeconds;
  }

  consume(name: string, limit: number): RateLimitResult {
    const ring = this.#ringOf(name);
    if (ring.total >= limit)
      return { allowed: false, limit, remaining: 0, retryAfterSeconds: this.#secondsUntilFree(ring) };
    const bucket = ring.newest % BUCKETS;
    ring.counts[bucket] = (ring.counts[bucket] ?? 0) + 1;
    ring.total++;
    return { allowed: true, limit, remaining: limit - ring.total, retryAfterSeconds: 0 };
  }

  /** Restores a request that was counted a moment ago, to the newest bucket that holds one. */
  restore(name: string): void {
    const ring = this.#rings.get(name);
    if (ring === undefined) return;
    for (let age = 0; age < BUCKETS; age++) {
      const bucket = (ring.newest - age + BUCKETS) % BUCKETS;
      const count = ring.counts[bucket] ?? 0;
      if (count === 0) continue;
      ring.counts[bucket] = count - 1;
      ring.total--;
      return;
    }
  }

  #secondsUntilFree(ring: Ring): number {
    let age = BUCKETS - 1;
    while (age > 0 && !ring.counts[(ring.newest - age + BUCKETS) % BUCKETS]) age--;
    return (BUCKETS - age) * this.#bucketSeconds - Math.floor(this.#seconds() % this.#bucketSeconds);
  }

  #ringOf(name: string): Ring {
    const now = Math.floor(this.#seconds() / this.#bucketSeconds);
    const known = this.#rings.get(name);
    if (known !== undefined && now - known.newest < BUCKETS) return advance(known, now);
    const fresh = { newest: now, total: 0, counts: new Uint32Array(BUCKETS) };
    this.#rings.delete(name);
    const oldest = this.#rings.keys().next();
    if (this.#rings.size >= this.#maxNames && oldest.done !== true) this.#rings.delete(oldest.value);
    this.#rings.set(name, fresh);
    return fresh;
  }
}

function advance(ring: Ring, now: number): Ring {
  for (let bucket = ring.newest + 1; bucket <= now; bucket++) {
    ring.total -= ring.counts[bucket % BUCKETS] ?? 0;
    ring.counts[bucket % BUCKETS] = 0;
  }
  ring.newest = Math.max(ring.newest, now);
  return ring;
}

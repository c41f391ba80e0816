const FAILURES_TO_OPEN = 3;
const OPEN_MS = 1_000;

/** After a few failures in a row a dead server is left alone for a second, then one call tries it. */
export class Breaker {
  readonly #clockMs: () => number;
  #failures = 0;
  #openUntil = 0;
  #trying = false;

  constructor(clockMs: () => number) {
    this.#clockMs = clockMs;
  }

  /** Whether to make the call; a caller that hears yes reports how it went. */
  allows(): boolean {
    if (this.#failures < FAILURES_TO_OPEN) return true;
    if (this.#trying || this.#clockMs() < this.#openUntil) return false;
    this.#trying = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#trying = false;
  }

  /** True when this failure opened the breaker: the moment to say so once. */
  failed(): boolean {
    this.#failures++;
    this.#trying = false;
    this.#openUntil = this.#clockMs() + OPEN_MS;
    return this.#failures === FAILURES_TO_OPEN;
  }
}

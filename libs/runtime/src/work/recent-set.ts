/**
 * Remembers what was added in the last one to two periods, up to a size; for hints that may be lost at any
 * time.
 */
export class RecentSet {
  readonly #periodMs: number;
  readonly #max: number;
  readonly #clockMs: () => number;
  #since: number;
  #young = new Set<string>();
  #old = new Set<string>();

  constructor(options: { periodMs: number; max: number; clockMs: () => number }) {
    this.#periodMs = options.periodMs;
    this.#max = options.max;
    this.#clockMs = options.clockMs;
    this.#since = options.clockMs();
  }

  add(value: string): void {
    this.#age();
    this.#young.add(value);
  }

  delete(value: string): void {
    this.#young.delete(value);
    this.#old.delete(value);
  }

  has(value: string): boolean {
    this.#age();
    return this.#young.has(value) || this.#old.has(value);
  }

  #age(): void {
    const now = this.#clockMs();
    const periods = (now - this.#since) / this.#periodMs;
    if (periods < 1 && this.#young.size < this.#max) return;
    this.#old = periods < 2 ? this.#young : new Set();
    this.#young = new Set();
    this.#since = now;
  }
}

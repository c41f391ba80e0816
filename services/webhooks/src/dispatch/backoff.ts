const PAUSE_MS = { first: 500, max: 10_000 } as const;

/**
 * A pause after what our own database refuses: twice as long each time in a row, so that nobody asks it
 * without end.
 */
export class Backoff {
  readonly #over: () => void;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;

  constructor(over: () => void) {
    this.#over = over;
  }

  get isOn(): boolean {
    return this.#timer !== undefined;
  }

  /** Failures that come during a pause are of the moment before it. */
  failed(): void {
    if (this.isOn) return;
    const ms = Math.min(PAUSE_MS.first * 2 ** this.#failures, PAUSE_MS.max);
    this.#failures += 1;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#over();
    }, ms).unref();
  }

  /** Something went through: the next pause is short again. */
  succeeded(): void {
    this.#failures = 0;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

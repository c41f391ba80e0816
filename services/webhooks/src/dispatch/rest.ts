const REST_MS = { first: 500, max: 10_000 } as const;

/** A pause after what our own database refuses: twice as long each time in a row, so that nobody asks it without end. */
export class Rest {
  readonly #over: () => void;
  #timer: NodeJS.Timeout | undefined;
  #refusals = 0;

  constructor(over: () => void) {
    this.#over = over;
  }

  get isOn(): boolean {
    return this.#timer !== undefined;
  }

  /** One refusal; those that come during a pause are of the same moment. */
  begin(): void {
    if (this.isOn) return;
    const ms = Math.min(REST_MS.first * 2 ** this.#refusals, REST_MS.max);
    this.#refusals += 1;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#over();
    }, ms);
  }

  /** Something went through: the next pause is short again. */
  forgive(): void {
    this.#refusals = 0;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

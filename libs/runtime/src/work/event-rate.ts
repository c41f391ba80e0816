/** So many events a second are load: one send or fetch of many is then worth more than an early one. */
const BUSY_PER_SECOND = 60;

/** Counts events with a weight that fades within a second. */
export class EventRate {
  readonly #nowMs: () => number;
  #perSecond = 0;
  #countedAtMs: number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#countedAtMs = nowMs();
  }

  count(events: number): void {
    const nowMs = this.#nowMs();
    this.#perSecond = this.#perSecond * Math.exp((this.#countedAtMs - nowMs) / 1_000) + events;
    this.#countedAtMs = nowMs;
  }

  get isBusy(): boolean {
    return this.#perSecond > BUSY_PER_SECOND;
  }
}

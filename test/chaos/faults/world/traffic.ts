/**
 * So long without any call there is nothing left to do: above every pause with which the product gathers its
 * writes.
 */
const QUIET_MS = 25;
/** A call that takes so long may wait for a lock. */
const STUCK_MS = 150;
/** So long without a quiet moment somebody may be trying again and again. */
const RESTLESS_MS = 1_000;

/**
 * What is under way in a worker: calls, deliveries, and callbacks of the bank that are on their way to it.
 */
export class Traffic {
  #underWay = 0;
  #callbacksExpected = 0;
  #changedAt = 0;
  #restlessSince = 0;

  /** Told when a call begins and ends. */
  readonly count = (delta: 1 | -1): void => {
    this.#changedAt = performance.now();
    if (this.#underWay === 0) this.#restlessSince = this.#changedAt;
    this.#underWay += delta;
  };

  expectCallback(): void {
    this.#callbacksExpected += 1;
    this.count(1);
  }

  /** One fewer to wait for, whichever it was: callbacks say nothing of who waits for them. */
  callbackTaken(): void {
    if (this.#callbacksExpected === 0) return;
    this.#callbacksExpected -= 1;
    this.count(-1);
  }

  expectNothing(): void {
    while (this.#callbacksExpected > 0) this.callbackTaken();
  }

  isQuiet(): boolean {
    return this.#underWay === 0 && performance.now() - this.#changedAt > QUIET_MS;
  }

  /** Whether somebody may wait for a lock; true once in a while, as long as that may be. */
  seemsStuck(): boolean {
    const now = performance.now();
    const isStuck = this.#underWay > 0 && (now - this.#changedAt > STUCK_MS || now - this.#restlessSince > RESTLESS_MS);
    if (isStuck) this.#restlessSince = now;
    return isStuck;
  }
}

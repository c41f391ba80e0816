type Cleanup = { readonly name: string; readonly stop: () => Promise<unknown> | unknown };

/**
 * Holds what was started and stops it in reverse: what was opened last depends on the rest, so it closes
 * first.
 */
export class Lifecycle {
  readonly #cleanups: Cleanup[] = [];
  #isStopping = false;

  /** Whether `stop` was called: a job ends what it has begun, and begins nothing more. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  onStop(name: string, stop: Cleanup['stop']): void {
    this.#cleanups.push({ name, stop });
  }

  /** Runs every cleanup even when one fails; the failures come back together. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const failures: Error[] = [];
    for (const { name, stop } of this.#cleanups.splice(0).reverse()) {
      try {
        await stop();
      } catch (cause) {
        failures.push(new Error(`stopping ${name}`, { cause }));
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'unclean shutdown');
  }
}

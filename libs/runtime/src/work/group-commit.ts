import { type Context, context } from '@opentelemetry/api';

export type GroupCommitOptions<T, R> = {
  /**
   * Does the work of a whole group at once; answers one result for each item, in order. A thrown error fails
   * them all.
   */
  readonly run: (items: readonly T[]) => Promise<readonly R[]>;
  /** Groups under way at the same time. */
  readonly inFlight: number;
  readonly maxItems: number;
  /**
   * The least time from the start of one group to the start of the next, unless it is full: fast work would
   * make small groups.
   */
  readonly spacingMs?: number;
  /**
   * Shared with other commits: of all of them one group is under way at a time, so that each gathers while
   * another works.
   */
  readonly turns?: Turns;
};

/** Whose group may go: one at a time, and who has just had a turn comes last. */
export class Turns {
  readonly #starts = new Set<() => void>();
  #isHeld = false;

  join(start: () => void): void {
    this.#starts.add(start);
  }

  acquire(): boolean {
    if (this.#isHeld) return false;
    this.#isHeld = true;
    return true;
  }

  pass(start: () => void): void {
    this.#isHeld = false;
    this.#starts.delete(start);
    this.#starts.add(start);
    for (const next of [...this.#starts]) next();
  }
}

type PendingItem<T, R> = {
  readonly item: T;
  readonly context: Context;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Folds what waits into the next group, as a database folds commits: alone, an item goes at once; under load,
 * groups grow by themselves and each costs one round trip and one journal flush instead of many. A group's
 * spans are in the trace of its first item.
 */
export function groupCommit<T, R>(options: GroupCommitOptions<T, R>): (item: T) => Promise<R> {
  const { run, inFlight, maxItems, spacingMs = 0, turns } = options;
  const waiting: PendingItem<T, R>[] = [];
  let running = 0;
  let scheduled = false;
  let nextAt = 0;
  let timed = false;

  const flush = async (): Promise<void> => {
    const group = waiting.splice(0, maxItems);
    running += 1;
    try {
      const cause = group[0]?.context ?? context.active();
      const results = await context.with(cause, () => run(group.map(({ item }) => item)));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as R);
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      running -= 1;
      if (turns === undefined) start();
      else turns.pass(start);
    }
  };
  const start = (): void => {
    while (running < inFlight && waiting.length > 0) {
      const early = waiting.length < maxItems ? nextAt - performance.now() : 0;
      if (early > 0) {
        if (!timed) {
          timed = true;
          setTimeout(() => {
            timed = false;
            start();
          }, early);
        }
        return;
      }
      if (turns?.acquire() === false) return;
      nextAt = performance.now() + spacingMs;
      void flush();
    }
  };
  turns?.join(start);
  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, context: context.active(), resolve, reject });
      if (scheduled) return;
      scheduled = true;
      // Items of one event-loop turn belong together.
      setImmediate(() => {
        scheduled = false;
        start();
      });
    });
}

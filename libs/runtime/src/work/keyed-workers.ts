import type { Lifecycle } from '../service/lifecycle.ts';
import type { Logger } from '../telemetry/logger.ts';

/** A key with work that is due, and how many workers it can use. */
export type DueKey = { readonly key: string; readonly count: number };
/** One worker for each of these keys. */
export const oneEach = (keys: readonly string[]): DueKey[] => keys.map((key) => ({ key, count: 1 }));

export type KeyedWorkers = {
  /**
   * One run of a job: polls for keys with due work, and starts their workers; returns the results of those
   * that ended. Throws when a worker failed.
   */
  readonly run: () => Promise<readonly unknown[]>;
  /**
   * Work may be due. With a key its worker starts at once; without one the next poll comes soon. The job that
   * owns the run is triggered by its caller.
   */
  readonly trigger: (key?: string) => void;
};
export type KeyedWorkersOptions = {
  readonly life: Pick<Lifecycle, 'isStopping' | 'onStop'>;
  readonly log: Logger;
  readonly due: () => Promise<readonly DueKey[]>;
  /** Does the due work of a key, item after item; starts no item once `goesOn` says no. */
  readonly work: (key: string, goesOn: () => boolean) => Promise<unknown>;
  /** Workers of one key in one process. */
  readonly perKey?: number;
  /** While a worker is busy, the other keys are polled this often. */
  readonly pollMs?: number;
};

const POLL_MS = 500;
/** However often work is triggered without a key: a poll is a query to the database. */
const TRIGGERED_POLL_MS = 50;
/** A run ends after this; its workers go on into the next run. Only its end says how the job fares. */
const RUN_MS = 5_000;

/**
 * A bulkhead a key: a key whose work hangs or fails uses up its own workers alone. A process has `perKey`
 * workers of a key, from run to run. Other replicas have theirs: the work must be safe when two do it.
 */
export function keyedWorkers(options: KeyedWorkersOptions): KeyedWorkers {
  const { life, due, pollMs = POLL_MS } = options;
  const workers = workersOf(options, () => wake());
  const triggered = new Set<string>();
  let mayPollAt = 0;
  let wake = (): void => {};

  const startDue = async (): Promise<void> => {
    for (const key of triggered) workers.start(key, 1);
    triggered.clear();
    if (performance.now() < mayPollAt) return;
    mayPollAt = performance.now() + pollMs;
    for (const { key, count } of await due()) workers.start(key, count);
  };
  /** Until all workers have ended, or it is time to poll again. */
  const pause = async (end: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let timer: NodeJS.Timeout | undefined;
    wake = () => {
      clearTimeout(timer);
      if (triggered.size > 0 || workers.haveFailed()) resolve();
      else timer = setTimeout(resolve, Math.max(0, Math.min(mayPollAt, end) - performance.now()));
    };
    wake();
    await Promise.race([promise, workers.ended()]);
    wake = () => {};
    clearTimeout(timer);
  };
  const mayGoOn = (): boolean => !workers.haveFailed() && !life.isStopping;
  return {
    run: async () => {
      const end = performance.now() + RUN_MS;
      if (triggered.size === 0) mayPollAt = 0;
      do {
        await startDue();
        await pause(end);
      } while (mayGoOn() && (triggered.size > 0 || (workers.areBusy() && performance.now() < end)));
      return workers.results();
    },
    trigger: (key) => {
      if (key === undefined) mayPollAt = Math.min(mayPollAt, performance.now() + TRIGGERED_POLL_MS);
      else triggered.add(key);
      wake();
    },
  };
}

/** The workers of this process, and what became of those that ended. */
function workersOf({ life, log, work, perKey = 1 }: KeyedWorkersOptions, onFailed: () => void) {
  const busy = new Map<string, Set<Promise<void>>>();
  let results: unknown[] = [];
  let failures: string[] = [];
  const goesOn = (): boolean => !life.isStopping;
  const startOne = (key: string, own: Set<Promise<void>>): void => {
    const worker = work(key, goesOn)
      .then(
        (result) => void results.push(result),
        (err: unknown) => {
          log.error({ key, err }, 'keyed work failed, will run again');
          failures.push(key);
          onFailed();
        },
      )
      .then(() => {
        own.delete(worker);
        if (own.size === 0) busy.delete(key);
      });
    own.add(worker);
  };
  const ended = async (): Promise<void> => {
    while (busy.size > 0) await Promise.all([...busy.values()].flatMap((own) => [...own]));
  };
  life.onStop('keyed workers', ended);
  return {
    start: (key: string, count: number): void => {
      if (life.isStopping) return;
      const own = busy.get(key) ?? new Set();
      const room = Math.min(count, perKey - own.size);
      if (room <= 0) return;
      busy.set(key, own);
      for (let n = 0; n < room; n += 1) startOne(key, own);
    },
    ended,
    areBusy: (): boolean => busy.size > 0,
    haveFailed: (): boolean => failures.length > 0,
    results: (): readonly unknown[] => {
      const [done, failed] = [results, failures];
      results = [];
      failures = [];
      if (failed.length > 0) throw new Error(`work of ${failed.join(', ')} failed`);
      return done;
    },
  };
}

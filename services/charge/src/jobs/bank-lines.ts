import type { Lifecycle, Logger } from '@gx/runtime';

export type BankLines = {
  /**
   * One run of a job: looks whose work is due, and does it; what the lines said that ended. Throws when one
   * of them failed.
   */
  readonly run: () => Promise<readonly unknown[]>;
  /** There may be something new: looks again soon, also while a line hangs. */
  readonly trigger: () => void;
};
export type BankLinesOptions = {
  readonly life: Pick<Lifecycle, 'isStopping' | 'onStop'>;
  readonly log: Logger;
  /** The banks that may have work now, by the ids of their profiles. */
  readonly due: () => Promise<readonly string[]>;
  /** Does what is due of one bank, a few pieces at once, and begins none when `goesOn` says no. */
  readonly work: (bankProfileId: string, goesOn: () => boolean) => Promise<unknown>;
  /** While some bank keeps its line busy, the others are looked at this often. */
  readonly pollMs?: number;
  readonly linesMax?: number;
  readonly turnMs?: number;
};

const POLL_MS = 500;
/** However often somebody triggers: a look is a question to the database. */
const TRIGGERED_POLL_MS = 50;
/**
 * So many banks are worked for at once. A line is most of all waiting, and each of them is a few calls at
 * once.
 */
const LINES_MAX = 16;
/**
 * Where more banks than that have work, a line begins nothing new after this and goes to the end of the
 * queue.
 */
const TURN_MS = 3_000;
/**
 * A run leaves what is under way to itself after this: the job is there for its next run, whatever one bank
 * does.
 */
const RUN_MS = 5_000;

/**
 * Gives each bank a line of its own: one that hangs, or cannot be opened, uses up its own and keeps nobody
 * else's waiting. A bank has one line at a time in a process, from run to run. Lines know nothing of other
 * replicas: what they do must be safe when two do it.
 */
export function bankLines(options: BankLinesOptions): BankLines {
  const { life, due, pollMs = POLL_MS } = options;
  const queue = lineQueue(options);
  let isTriggered = false;
  let hurry = (): void => {};
  /** Until every line has ended, or it is time to look at the others again. */
  const untilNextPoll = async (leftMs: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timers = [setTimeout(resolve, Math.max(0, Math.min(pollMs, leftMs)))];
    hurry = () => void timers.push(setTimeout(resolve, TRIGGERED_POLL_MS));
    if (isTriggered) hurry();
    await Promise.race([promise, queue.allEnded()]);
    hurry = () => {};
    for (const timer of timers) clearTimeout(timer);
  };
  return {
    run: async () => {
      const end = performance.now() + RUN_MS;
      do {
        isTriggered = false;
        queue.add(await due());
        await untilNextPoll(end - performance.now());
      } while (queue.isBusy() && !queue.hasFailed() && !life.isStopping && performance.now() < end);
      return queue.said();
    },
    trigger: () => {
      if (!isTriggered) hurry();
      isTriggered = true;
    },
  };
}

/** The lines that are under way, and who waits for one. */
function lineQueue({ life, log, work, linesMax = LINES_MAX, turnMs = TURN_MS }: BankLinesOptions) {
  const underWay = new Map<string, Promise<void>>();
  const waiting = new Set<string>();
  let ended: unknown[] = [];
  let failed: string[] = [];
  const begin = (id: string): void => {
    const end = performance.now() + turnMs;
    const goesOn = (): boolean => !life.isStopping && (waiting.size === 0 || performance.now() < end);
    const note = (err: unknown): void => {
      log.error({ bank_profile: id, err }, 'what is due of a bank could not be done, will be tried again');
      failed.push(id);
    };
    const line = work(id, goesOn)
      .then((said) => void ended.push(said), note)
      .then(() => {
        underWay.delete(id);
        fill();
      });
    underWay.set(id, line);
  };
  const fill = (): void => {
    for (const id of waiting) {
      if (underWay.size >= linesMax || life.isStopping) return;
      waiting.delete(id);
      begin(id);
    }
  };
  const allEnded = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay.values());
  };
  life.onStop('lines of banks', allEnded);
  return {
    add: (ids: readonly string[]): void => {
      for (const id of ids) if (!underWay.has(id)) waiting.add(id);
      fill();
    },
    allEnded,
    isBusy: (): boolean => underWay.size > 0,
    hasFailed: (): boolean => failed.length > 0,
    /** What has ended since it was last asked for. */
    said: (): readonly unknown[] => {
      const [said, failures] = [ended, failed];
      ended = [];
      failed = [];
      if (failures.length > 0) throw new Error(`what is due of ${failures.join(', ')} could not be done`);
      return said;
    },
  };
}

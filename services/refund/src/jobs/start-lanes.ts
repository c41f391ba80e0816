import { type Host, startJob } from '@gx/runtime';

/** At one bank at once. */
const LANES_OF_BANK = 8;
/** In one process at once. The first lane of a bank is its own, beyond them if need be. */
const LANES = 64;
const EVERY_MS = 1_000;
/**
 * A run that has waited so long for banks ends, and its lanes go on in the next one: only at its end is it
 * known how a job fares.
 */
const RUN_MS = 30_000;

/** A bank where something is due, and how much of it. */
export type Waiting = { readonly bankProfileId: string; readonly count: number };
export type Work = {
  /** Every bank where something is due; what is more than `max` at one bank is not counted. */
  readonly waiting: (max: number) => Promise<readonly Waiting[]>;
  /** Does what is due at one bank, one after the other, until nothing is. */
  readonly work: (bankProfileId: string) => Promise<void>;
};

/**
 * Runs a job in lanes of each bank: one that hangs keeps its own waiting and nobody else's. Answers how to
 * say that something is due at a bank: an idle lane of it begins at once; a busy one takes what is due before
 * it rests.
 */
export function startLanes(host: Host, name: string, work: Work): (bankProfileId: string) => void {
  const { log, life, faultHook } = host;
  const wanted = new Set<string>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let wake: (() => void) | undefined;
  const lanes = lanesOf(work.work, () => wake?.());

  const look = async (): Promise<void> => {
    const isTriggered = wanted.size > 0;
    for (const bank of wanted) lanes.begin(bank, 1);
    wanted.clear();
    // What is due by its time must not wait for a moment in which nobody triggers.
    if (isTriggered && performance.now() - lookedAt < EVERY_MS) return;
    lookedAt = performance.now();
    for (const { bankProfileId, count } of await work.waiting(LANES_OF_BANK)) lanes.begin(bankProfileId, count);
  };
  const run = async (): Promise<void> => {
    const end = performance.now() + RUN_MS;
    do {
      await look();
      if (wanted.size === 0 && lanes.areBusy()) await untilWoken((wakeUp) => (wake = wakeUp));
      wake = undefined;
      lanes.demandNoneFailed();
    } while (!life.isStopping && (wanted.size > 0 || (lanes.areBusy() && performance.now() < end)));
  };
  life.onStop(`lanes of ${name}`, lanes.rest);
  const job = startJob({ name, everyMs: EVERY_MS, run, log, life, faultHook });
  return (bankProfileId) => {
    wanted.add(bankProfileId);
    if (wake === undefined) job.trigger();
    else wake();
  };
}

/** Until somebody has news, or until it is time to look again. */
async function untilWoken(say: (wake: () => void) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, EVERY_MS);
  say(resolve);
  await promise;
  clearTimeout(timer);
}

/** The lanes at work; `onNews` when one has failed, or the last one is done. */
function lanesOf(work: Work['work'], onNews: () => void) {
  const atWork = new Set<Promise<void>>();
  const busy = new Map<string, number>();
  const faults: unknown[] = [];
  const hasRoom = (bank: string): boolean => {
    const lanes = busy.get(bank) ?? 0;
    return lanes === 0 || (lanes < LANES_OF_BANK && atWork.size < LANES);
  };
  const begin = (bank: string): void => {
    busy.set(bank, (busy.get(bank) ?? 0) + 1);
    const lane = work(bank)
      .catch((fault: unknown) => void faults.push(fault))
      .finally(() => {
        atWork.delete(lane);
        const left = (busy.get(bank) ?? 1) - 1;
        if (left === 0) busy.delete(bank);
        else busy.set(bank, left);
        if (atWork.size === 0 || faults.length > 0) onNews();
      });
    atWork.add(lane);
  };
  return {
    begin: (bank: string, count: number): void => {
      for (let n = 0; n < count && hasRoom(bank); n += 1) begin(bank);
    },
    areBusy: (): boolean => atWork.size > 0,
    rest: () => Promise.all(atWork),
    /** Throws what a lane met that is nobody's to handle; the others go on. */
    demandNoneFailed(): void {
      const [fault] = faults.splice(0);
      if (fault !== undefined) throw fault;
    },
  };
}

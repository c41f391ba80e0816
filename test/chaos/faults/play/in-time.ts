import type { Violation } from '../checker/check.ts';
import type { Worker } from '../world/worker.ts';
import { play, type Schedule, type ScheduleResult } from './schedule.ts';

/** Above everything that a schedule waits for until it gives up by itself, three times over. */
const ENDS_WITHIN_MS = 90_000;
const ENDLESS: Violation = { invariant: 'rest', fault: `it did not end within ${ENDS_WITHIN_MS / 1_000} s` };

/** Plays a schedule; one that does not end is a finding as well, and its worker is of no more use. */
export async function playInTime(
  worker: Worker,
  schedule: Schedule,
): Promise<ScheduleResult & { readonly isEndless: boolean }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ENDS_WITHIN_MS);
  });
  try {
    const played = await Promise.race([play(worker, schedule), late]);
    return played === undefined
      ? { evidence: undefined, violations: [ENDLESS], isEndless: true }
      : { ...played, isEndless: false };
  } finally {
    clearTimeout(timer);
  }
}

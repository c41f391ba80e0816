import type { Lifecycle } from '@gx/runtime';

/** So often a job looks by itself; what falls due in between wakes it. */
export const POLL_EVERY_MS = 2_000;

/**
 * Wakes a job at the earliest of these times, each time it has looked: so it need not look all the time. One
 * that is not told of new work would learn of it with its next look.
 */
export function wakeAt(name: string, life: Lifecycle) {
  let timer: NodeJS.Timeout | undefined;
  life.onStop(`alarm of ${name}`, () => Promise.resolve(clearTimeout(timer)));
  return (wake: () => void, times: readonly (Date | undefined)[], now: Date): void => {
    const earliest = Math.min(...times.map((at) => at?.getTime() ?? Number.POSITIVE_INFINITY));
    clearTimeout(timer);
    if (Number.isFinite(earliest)) timer = setTimeout(wake, Math.max(1, earliest - now.getTime()));
  };
}

import { RecentSet } from './recent-set.ts';

const DAY_MS = 86_400_000;
/** More are not remembered: the oldest may be said once more. */
const REMEMBERED_MAX = 10_000;

/** Whether a name comes for the first time in a day: for an alarm that a process would raise at each look. */
export function onceADay(): (name: string) => boolean {
  const known = new RecentSet({ periodMs: DAY_MS, max: REMEMBERED_MAX, clockMs: () => performance.now() });
  return (name) => {
    if (known.has(name)) return false;
    known.add(name);
    return true;
  };
}

import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/**
 * Asks until the answer is true, at once and then ever less often; false when the time is over. Errors pass
 * through.
 */
export async function pollUntil(ask: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    if (await ask()) return true;
    if (performance.now() > deadline) return false;
    await pause(pauseMs);
  }
}

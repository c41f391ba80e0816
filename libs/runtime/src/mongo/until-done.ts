import { setTimeout } from 'node:timers/promises';
import { unavailable } from '@gx/core';

/** Every conflict means that somebody else got further; this many in a row is a fault. */
const MAX_CONFLICTS = 20;
const PAUSE_MS_MAX = 100;

/** Tries again while `attempt` answers that somebody else wrote first; at last refuses with `message`. */
export async function untilDone<T>(attempt: () => Promise<T | undefined>, message: string): Promise<T> {
  for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts += 1) {
    const done = await attempt();
    if (done !== undefined) return done;
    // The winner's write is there, but majority reads show it a moment later.
    await setTimeout(Math.min(2 ** conflicts, PAUSE_MS_MAX));
  }
  throw unavailable(message);
}

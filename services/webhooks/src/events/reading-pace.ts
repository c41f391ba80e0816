import type { DueDelivery } from '../store/attempts.ts';

/**
 * In milliseconds. A webhook is waited for; an event that only `GET /v1/events` will show is not, and many
 * cost little more than one.
 */
const PAUSE = { brisk: 50, calm: 250 } as const;
const BRISK_FOR_MS = 1_000;

/** How long reading pauses after a batch: briefly as long as somebody has been given webhooks lately. */
export function readingPace(nowMs: () => number) {
  let lastOffered = Number.NEGATIVE_INFINITY;
  return {
    noting:
      <T>(offer: (fresh: readonly DueDelivery[]) => T) =>
      (fresh: readonly DueDelivery[]): T => {
        if (fresh.length > 0) lastOffered = nowMs();
        return offer(fresh);
      },
    lingerMs: (): number => (nowMs() - lastOffered < BRISK_FOR_MS ? PAUSE.brisk : PAUSE.calm),
  };
}

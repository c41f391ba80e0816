import { type Host, startJob } from '@gx/runtime';

const LANES = 8;
const EVERY_MS = 1_000;

/**
 * Runs a job in lanes of their own: a bank that keeps one lane waiting keeps only that one. Answers how to wake an idle lane; a busy one takes
 * what is due before it rests.
 */
export function startLanes({ log, life, seam }: Host, name: string, run: () => Promise<void>): () => void {
  const busy = new Set<number>();
  const lanes = Array.from({ length: LANES }, (_, lane) => {
    const work = async (): Promise<void> => {
      busy.add(lane);
      await run().finally(() => busy.delete(lane));
    };
    return startJob({ name: `${name} ${lane + 1}`, everyMs: EVERY_MS, run: work, log, life, seam });
  });
  return () => lanes.find((_, lane) => !busy.has(lane))?.nudge();
}

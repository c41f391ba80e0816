import { LocalWindows, type RateLimitResult } from '@gx/runtime';
import type { RedisWindows } from './redis-windows.ts';

const BUCKET_SECONDS = 60;

export type HourWindow = ReturnType<typeof hourWindow>;

/**
 * Counts in a window of an hour of all replicas, or in one of this process while Redis is away. What was
 * counted can be restored where it was counted.
 */
export function hourWindow(redis: RedisWindows, clockMs: () => number) {
  const local = new LocalWindows(() => clockMs() / 1_000, { bucketSeconds: BUCKET_SECONDS });
  return async (window: string, perHour: number): Promise<RateLimitResult & { restore: () => Promise<void> }> => {
    const shared = await redis.consume(window, perHour, BUCKET_SECONDS);
    if (shared !== undefined) return { ...shared, restore: () => redis.restore(window, perHour, BUCKET_SECONDS) };
    return { ...local.consume(window, perHour), restore: async () => local.restore(window) };
  };
}

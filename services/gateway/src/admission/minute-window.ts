import type { LocalWindows, RateLimitResult } from '@gx/runtime';
import { RateLimitRefusal } from '../edge/rate-limit-refusal.ts';
import type { RedisWindows } from './redis-windows.ts';

/** Counts in a window of all replicas, or in one of this process while Redis is away. */
export const sharedWindow =
  (redis: Pick<RedisWindows, 'consume'>, local: LocalWindows) =>
  async (window: string, perMinute: number): Promise<RateLimitResult> =>
    (await redis.consume(window, perMinute)) ?? local.consume(window, perMinute);

export type MinuteWindow = ReturnType<typeof minuteWindow>;

/** Counts likewise; refuses when the window is full. */
export function minuteWindow(redis: Pick<RedisWindows, 'consume'>, local: LocalWindows) {
  const count = sharedWindow(redis, local);
  return async (window: string, perMinute: number): Promise<RateLimitResult> => {
    const rateLimit = await count(window, perMinute);
    if (!rateLimit.allowed) throw new RateLimitRefusal(rateLimit);
    return rateLimit;
  };
}

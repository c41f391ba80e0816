import type { LocalWindows, RateLimitResult } from '@gx/runtime';
import { RateLimitRefusal } from '../edge/rate-limit-refusal.ts';
import type { RedisWindows } from './redis-windows.ts';

export type MinuteWindow = ReturnType<typeof minuteWindow>;

/**
 * Counts in a window of all replicas, or in one of this process while Redis is away; refuses when it is full.
 */
export const minuteWindow =
  (redis: RedisWindows, local: LocalWindows) =>
  async (window: string, perMinute: number): Promise<RateLimitResult> => {
    const rateLimit = (await redis.consume(window, perMinute)) ?? local.consume(window, perMinute);
    if (!rateLimit.allowed) throw new RateLimitRefusal(rateLimit);
    return rateLimit;
  };

import type { Call, LocalWindows, RateLimitResult } from '@gx/runtime';
import type { Clients } from '../clients.ts';
import { RateLimitRefusal } from '../edge/rate-limit-refusal.ts';
import type { RedisWindows } from './redis-windows.ts';

export type KeyChangeDeps = {
  readonly keys: Pick<Clients['keys'], 'readToken'>;
  readonly redis: Pick<RedisWindows, 'consume'>;
  readonly local: LocalWindows;
  readonly perMinute: number;
};

/** Counts a change of API keys, or refuses. */
export type AdmitChange = (call: Call, accessToken: string) => Promise<RateLimitResult>;

/**
 * Bounds how fast an account's keys change: each change leaves a slot and audit events behind for good. Keys
 * says whose the token is, so neither a second login nor a forged token gives anybody another window or uses
 * up somebody else's.
 */
export const keyChangeAdmission =
  ({ keys, redis, local, perMinute }: KeyChangeDeps): AdmitChange =>
  async (call, accessToken) => {
    const window = `key-changes:${(await keys.readToken(call, { accessToken })).accountId}`;
    const rateLimit = (await redis.consume(window, perMinute)) ?? local.consume(window, perMinute);
    if (!rateLimit.allowed) throw new RateLimitRefusal(rateLimit);
    return rateLimit;
  };

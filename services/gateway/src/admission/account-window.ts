import type { Tenant } from '@gx/core';
import type { RateLimitResult } from '@gx/runtime';

type Count = (window: string, perMinute: number) => Promise<RateLimitResult>;

/**
 * The window that binds: that of the account in this mode, `times` as large, if the key's own lets the
 * request in. An account has keys without end; a full key uses up nothing of the account's others.
 */
export const accountWindow =
  (count: Count, times: number) =>
  async ({ accountId, livemode }: Tenant, ofKey: RateLimitResult): Promise<RateLimitResult> => {
    if (!ofKey.allowed) return ofKey;
    const ofAccount = await count(`account:${accountId}:${livemode ? 'live' : 'test'}`, ofKey.limit * times);
    return !ofAccount.allowed || ofAccount.remaining < ofKey.remaining ? ofAccount : ofKey;
  };

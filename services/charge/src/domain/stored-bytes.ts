import { Refusal, type Tenant } from '@gx/core';
import type { Charge } from './charge.ts';

/** What charges and evidence may hold that an account stores on one day, in each mode (decisions N19). */
export type StoredBytesLimits = { readonly live: number; readonly test: number };

const DAY_MS = 86_400_000;

/** UTC, as the days of other technical limits. */
export const storageDayOf = (now: Date): string => now.toISOString().slice(0, 10);

export const storedBytesMax = (limits: StoredBytesLimits, { livemode }: Tenant): number =>
  livemode ? limits.live : limits.test;

/**
 * What is stored of a charge when it is created; what a merchant sends makes nearly all of the difference.
 */
export const storedBytesOf = (charge: Charge): number => Buffer.byteLength(JSON.stringify(charge));

/** The same request is good again on the next day, and a key that was used answers as it did. */
export const tooMuchStored = (now: Date): Refusal =>
  new Refusal('rate_limited', 'Charges and evidence of this account hold as much as they may on one day (UTC).', {
    retryAfterSeconds: Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000),
  });

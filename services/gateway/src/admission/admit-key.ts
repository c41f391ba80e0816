import { KEY_LEASE_MS } from '@gx/contracts';
import type { ResolvedKey } from '@gx/contracts/keys';
import { type AccountState, accountStateIn, type Id, type Refusal, sha256Hex, type Tenant } from '@gx/core';
import type { Call, LocalWindows, RateLimitResult } from '@gx/runtime';
import { RateLimitRefusal } from '../edge/rate-limit-refusal.ts';
import { accountWindow } from './account-window.ts';
import { assertedCalls } from './asserted-calls.ts';
import { BadKeys } from './bad-keys.ts';
import type { keyLookup } from './key-lookup.ts';
import type { Caller, KeyRecords, ResolvedCaller } from './key-record.ts';
import { keyRefused } from './key-refused.ts';
import { sharedWindow } from './minute-window.ts';
import type { RedisWindows } from './redis-windows.ts';

export const KEY_SHAPE = /^gx_(live|test)_[A-Za-z0-9_-]{32}$/;

export type AdmissionDeps = {
  readonly redis: RedisWindows;
  readonly records: KeyRecords;
  readonly local: LocalWindows;
  readonly lookup: ReturnType<typeof keyLookup>;
  /** Requests in any 60 s: of one key of each mode, and how many times that an account has. */
  readonly limits: { readonly live: number; readonly test: number; readonly accountTimes: number };
  readonly clockMs: () => number;
};

/** A request's own key and client. */
export type KeyedRequest = { readonly call: Call; readonly address: string; readonly key: string | undefined };

/** Whose key it is: known as soon as a real key is behind a request, whether or not it is let in. */
export type KeyOwner = {
  readonly tenant: Tenant;
  /** The word of `keys` for it that is good now; Refusal `unauthorized` once the key is none any more. */
  readonly asserted: () => Promise<string | undefined>;
  /** The same as of its admission. */
  readonly assertion?: string | undefined;
  readonly accountState: AccountState;
  readonly caller: Caller;
  readonly fingerprint: string;
};
/** Who calls and what is left of the rate limit, or why not. */
export type Admission =
  | (KeyOwner & { readonly rateLimit: RateLimitResult })
  | { readonly refusal: Refusal; readonly owner?: KeyOwner };

/**
 * Decides on one request by its API key (architecture, section 2). The cleartext is forgotten on the first
 * line.
 */
export function keyAdmission({ redis, records, local, lookup, limits, clockMs }: AdmissionDeps) {
  const badKeys = new BadKeys(clockMs);

  const refuse = (address: string): Admission => {
    const rateLimit = badKeys.count(address);
    return { refusal: rateLimit.allowed ? keyRefused() : new RateLimitRefusal(rateLimit) };
  };

  const withAccount = accountWindow(sharedWindow(redis, local), limits.accountTimes);
  const asserting = assertedCalls({ lookup, clockMs });
  const decided = async (
    call: Call,
    fingerprint: string,
    { accountId, livemode, accountState, assertion, ...caller }: ResolvedCaller,
    ofKey: RateLimitResult,
  ): Promise<Admission> => {
    const rateLimit = await withAccount({ accountId, livemode }, ofKey);
    const asserted = asserting(call, fingerprint, assertion);
    const owner = { tenant: { accountId, livemode }, asserted, assertion, accountState, caller, fingerprint };
    return rateLimit.allowed ? { ...owner, rateLimit } : { refusal: new RateLimitRefusal(rateLimit), owner };
  };

  return async ({ call, address, key }: KeyedRequest): Promise<Admission> => {
    const environment = key === undefined ? undefined : KEY_SHAPE.exec(key)?.[1];
    if (key === undefined || environment === undefined) return refuse(address);
    const limit = environment === 'live' ? limits.live : limits.test;
    const fingerprint = sha256Hex(key);
    if (badKeys.wasRefused(fingerprint)) return refuse(address);

    const lookUp = await redis.look(fingerprint, limit);
    if (lookUp !== undefined && 'record' in lookUp) {
      const known = records.open(fingerprint, lookUp.record);
      if (known !== undefined) return decided(call, fingerprint, known, lookUp.rateLimit);
    }
    let flight = lookup.joined(fingerprint);
    if (flight === undefined) {
      const asking = badKeys.beforeLookup(address, fingerprint);
      if (asking?.allowed === false) return { refusal: new RateLimitRefusal(asking) };
      const missMs = lookUp !== undefined && 'missedAtMs' in lookUp ? lookUp.missedAtMs : undefined;
      flight = lookup.ask(call, fingerprint, missMs);
    }
    const { missedAtMs } = flight;
    const resolved = await flight.answer;
    if (resolved === undefined) {
      badKeys.foundBad(fingerprint);
      return refuse(address);
    }
    badKeys.foundGood(address, fingerprint);
    const resolvedCaller = callerOf(resolved);
    const untilMs = missedAtMs === undefined ? undefined : missedAtMs + KEY_LEASE_MS;
    const rateLimit =
      untilMs === undefined
        ? undefined
        : await redis.fill(fingerprint, limit, {
            record: records.encrypt(fingerprint, resolvedCaller, untilMs),
            untilMs,
          });
    return decided(call, fingerprint, resolvedCaller, rateLimit ?? local.consume(fingerprint, limit));
  };
}

const callerOf = ({ accountId, livemode, issuerUserId, accountState, assertion }: ResolvedKey): ResolvedCaller => ({
  accountId: accountId as Id<'account'>,
  livemode,
  accountState: accountStateIn(accountState),
  ...(issuerUserId === undefined ? {} : { issuerUserId: issuerUserId as Id<'user'> }),
  ...(assertion === undefined ? {} : { assertion }),
});

import { isUnavailable } from '@gx/core';
import test from 'ava';
import { payoutOf } from '../../test/sample-payout.ts';
import { claimLimits, type LimitDeps } from './claim-limits.ts';

test('others are being created all the time and stand in the way: 503 when the time is over, never a refusal', async (t) => {
  t.timeout(5_000);
  const newcomers = Array.from({ length: 1_000 }, (_, nth) => `creation ${nth}`);
  const deps = {
    payouts: {
      firstPaidAt: async () => null,
      // A creation under way has ended when that is asked for, and another one has begun.
      unpromised: async () => [newcomers.pop()],
    },
    limits: {
      claimUnlessAlike: async () => ({ kind: 'exceeded', total: 'payout_per_day:2026-11-20' }),
      standing: async (_tenant: unknown, ids: readonly string[]) => ids,
    },
  } as unknown as LimitDeps;
  const end = performance.now() + 300;
  const request = { limits: { perDay: 1_000 }, leftMs: () => end - performance.now() };
  const error = await t.throwsAsync(claimLimits(deps, payoutOf(), request));
  t.true(isUnavailable(error));
});

import type { Tenant } from '@gx/core';
import { databaseClock } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { countGoodForMs, LIVE_STATUSES, type VelocityLimit } from '../domain/velocity.ts';
import type { ChargeModel } from './charge-model.ts';

/** The live charges of an account as they were counted, and those that this process has accepted since. */
type Count = { readonly charges: Promise<number>; accepted: number; goodUntil: number };
export type AccountQuota = ReturnType<typeof accountQuota>;

const ACCOUNTS_MAX = 10_000;

/** Whether an account has room under its limit, by a count of its charges that may be a second old. */
export function accountQuota(connection: Connection, model: ChargeModel, limit: VelocityLimit) {
  const { max, windowMs } = limit;
  const counts = new Map<string, Count>();
  const clock = databaseClock(connection);

  /** No further than the limit, from the index alone. */
  async function countLive({ accountId, livemode }: Tenant): Promise<number> {
    const createdAt = { $gt: new Date((await clock()).getTime() - windowMs) };
    const live = { accountId, livemode, listed: { $in: [true, false] }, status: { $in: LIVE_STATUSES }, createdAt };
    const [counted] = await model.collection
      .aggregate<{ charges: number }>([{ $match: live }, { $limit: max }, { $count: 'charges' }], { hint: 'status' })
      .toArray();
    return counted?.charges ?? 0;
  }

  function startCount(key: string, tenant: Tenant): Count {
    const startedAt = performance.now();
    const count: Count = { charges: countLive(tenant), accepted: 0, goodUntil: Number.POSITIVE_INFINITY };
    counts.delete(key);
    const oldest = counts.size < ACCOUNTS_MAX ? undefined : counts.keys().next().value;
    if (oldest !== undefined) counts.delete(oldest);
    counts.set(key, count);
    count.charges.then(
      (charges) => {
        count.goodUntil = startedAt + countGoodForMs(limit, charges);
      },
      () => {
        if (counts.get(key) === count) counts.delete(key);
      },
    );
    return count;
  }

  return {
    /** Accepts one more charge and answers how to undo that; undefined when there is no room. */
    async claim(tenant: Tenant): Promise<(() => void) | undefined> {
      if (max === 0) return () => undefined;
      const key = `${tenant.accountId}:${tenant.livemode}`;
      const known = counts.get(key);
      const count = known !== undefined && performance.now() < known.goodUntil ? known : startCount(key, tenant);
      if ((await count.charges) + count.accepted >= max) return undefined;
      count.accepted += 1;
      return () => {
        count.accepted -= 1;
      };
    },
  };
}

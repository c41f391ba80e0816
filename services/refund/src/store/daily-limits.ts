import { addMillis, type Cents } from '@gx/core';
import { type LimitClaimResult, limitClaims, type Transactions } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { dailyShares, sumTotalOf } from '../domain/daily-limits.ts';
import type { PlainRefund } from '../domain/refund.ts';
import type { RefundModel } from './refund-model.ts';

export type DailyLimitStore = ReturnType<typeof dailyLimitStore>;
/** A creation is over long before that, and so is the day that it counts in. */
const KEPT_MS = 7 * 86_400_000;

/** What the refunds of each account add up to in a day; each under its own id, however often it is said. */
export function dailyLimitStore(connection: Connection, model: RefundModel, inTransaction: Transactions) {
  const limits = limitClaims(connection, inTransaction);
  const claimant = ({ id, tenant, createdAt }: PlainRefund) => ({ id, tenant, until: addMillis(createdAt, KEPT_MS) });

  /** Names the key of a refund to which none of its account's was ever paid. */
  async function newDestinationOf({ tenant, toOtherKey, destinationId }: PlainRefund): Promise<string | undefined> {
    if (toOtherKey !== true || destinationId === undefined) return undefined;
    const { accountId, livemode } = tenant;
    const paid = await model.exists({ accountId, livemode, destinationId, status: 'REFUNDED' });
    return paid === null ? destinationId : undefined;
  }

  return {
    /** Counts a refund of this amount in its day, or says which total is exceeded. */
    claim: async (refund: PlainRefund, amount: Cents, sumMax: Cents | undefined): Promise<LimitClaimResult> =>
      limits.claim(
        claimant(refund),
        dailyShares(refund, { amount, sumMax, newDestination: await newDestinationOf(refund) }),
      ),

    /** Of a creation that is given up: nothing of it counts, nor ever will. */
    release: (refund: PlainRefund): Promise<void> => limits.release(claimant(refund)),

    /** Of a refund that failed: its money has not left. It was ordered all the same, and so was its key. */
    releaseSum: (refund: PlainRefund): Promise<void> => limits.reduce(claimant(refund), sumTotalOf(refund)),
  };
}

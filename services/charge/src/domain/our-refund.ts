import { refundBankId } from '@gx/core';
import type { Charge } from './charge.ts';

/** As long as a refund may be at the bank before its charge has heard of it: the bus may be away. */
const HEARD_WITHIN_MS = 3_600_000;
/** What `refundBankId` makes of a UUIDv7: the time stands in front. */
const MADE_LIKE_OURS = /^([0-9a-f]{12})7[0-9a-f]{3}[89ab][0-9a-f]{15}$/;

/** Whether a devolution of accepted money is a refund of ours: one that the charge has heard of, or so new that it may be yet to hear of it. */
export function isOurRefund({ refunds }: Pick<Charge, 'refunds'>, devolutionId: string, now: Date): boolean {
  if (refunds.some(({ id }) => refundBankId(id) === devolutionId)) return true;
  const [, madeAt] = MADE_LIKE_OURS.exec(devolutionId) ?? [];
  return madeAt !== undefined && Math.abs(now.getTime() - Number.parseInt(madeAt, 16)) < HEARD_WITHIN_MS;
}

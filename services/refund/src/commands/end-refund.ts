import { pollAfterMs } from '@gx/core';
import type { Logger } from '@gx/runtime';
import { conclude } from '../domain/apply-provider-status.ts';
import { reschedule } from '../domain/create.ts';
import type { PlainRefund } from '../domain/refund.ts';
import type { Holds } from '../peers/holds.ts';
import type { RefundStore } from '../store/refunds.ts';
import { type FreeFailedDeps, freeFailed } from './free-failed.ts';

export type EndDeps = FreeFailedDeps & {
  readonly refunds: RefundStore;
  readonly holds: Holds;
  readonly log: Logger;
  readonly now: () => Date;
};

/**
 * The verdict stands, so the hold can only end one way; whom it went to is needed no more. Every line may be
 * the last of this process, and is repeated then.
 */
export async function endRefund(deps: EndDeps, refund: PlainRefund): Promise<void> {
  const { refunds, holds, log, now } = deps;
  const owner = refund.work.owner ?? '';
  if (refund.finalStatus === null) return;
  if (!(await holds.end({ requestId: refund.id }, refund, refund.finalStatus))) {
    log.error(
      { alarm: 'hold_contradicts', refund_id: refund.id, finalStatus: refund.finalStatus },
      'a hold ended the other way',
    );
    await refunds.updatePlain(refund, (current) => reschedule(current, owner, pollAfterMs(current.work.polls)));
    return;
  }
  const over = await refunds.updatePlain(refund, (current) => conclude(current, owner, now()));
  if (over !== undefined) await freeFailed(deps, over);
}

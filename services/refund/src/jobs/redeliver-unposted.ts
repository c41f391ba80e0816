import { isTooLate, type Logger, redeliver } from '@gx/runtime';
import { expectedPostingOf } from '../domain/redelivery.ts';
import type { Holds } from '../peers/holds.ts';
import type { RefundStore } from '../store/refunds.ts';
import type { UnacknowledgedRefund, UnacknowledgedStore } from '../store/unacknowledged-refunds.ts';

type Deps = {
  readonly unposted: UnacknowledgedStore;
  readonly refunds: RefundStore;
  readonly holds: Pick<Holds, 'posted'>;
  readonly log: Logger;
  readonly afterMs: number;
};

const PAGE = 200;

/**
 * Checks that the ledger has posted what the ledger alone is told of, losses and returned unmatched payments,
 * and publishes again what it has not: an event may be lost.
 */
export const redeliverUnposted = (deps: Deps) => async (): Promise<void> => {
  const { unposted, log, afterMs } = deps;
  const refundsRedelivered = await redeliver({
    due: await unposted.due(afterMs, PAGE),
    check: (one) => check(deps, one),
    reschedule: (one, err) => {
      log.error({ refund_id: one.id, err }, 'posting of a refund not confirmed, rescheduled');
      return unposted.later(one);
    },
  });
  if (refundsRedelivered > 0) log.warn({ refunds: refundsRedelivered }, 'unposted refund events redelivered');
};

/** True when the event was published again. */
async function check({ unposted, refunds, holds, log }: Deps, one: UnacknowledgedRefund): Promise<boolean> {
  const refund = await refunds.byId(one.tenant, one.id);
  if (refund === undefined) return false;
  const posting = expectedPostingOf(refund);
  const posted =
    posting === undefined || (await holds.posted({ requestId: refund.id }, refund.tenant, posting.reference));
  const isOld = posting !== undefined && isTooLate(one.since, posting.event.occurredAt);
  if (posting === undefined || posted || isOld) {
    if (!posted)
      log.error(
        { alarm: 'refund_unposted', refund_id: refund.id },
        'refund not posted by the ledger, redelivery stopped after a day',
      );
    await unposted.settled(one, refund);
    return false;
  }
  await unposted.republish(one, refund, posting.event);
  return true;
}

import { isTooLate, type Logger, redeliver } from '@gx/runtime';
import { expectedPostingOf } from '../domain/redelivery.ts';
import type { Holds } from '../peers/holds.ts';
import type { RedeliveryStore, UnconfirmedRefund } from '../store/redelivery.ts';

type Deps = {
  readonly unposted: RedeliveryStore;
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
      log.error({ refund_id: one.refund.id, err }, 'posting of a refund not confirmed, rescheduled');
      return unposted.later(one);
    },
  });
  if (refundsRedelivered > 0) log.warn({ refunds: refundsRedelivered }, 'unposted refund events redelivered');
};

/** True when the event was published again. */
async function check({ unposted, holds, log }: Deps, one: UnconfirmedRefund): Promise<boolean> {
  const { refund } = one;
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
    await unposted.settle(one);
    return false;
  }
  return unposted.republish(one, posting.event);
}

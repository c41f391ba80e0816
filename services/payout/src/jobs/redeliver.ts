import { isTooLate, type Logger, redeliver } from '@gx/runtime';
import { expectedPostingOf } from '../domain/redelivery.ts';
import type { Ledger } from '../peers/ledger.ts';
import type { LossRedeliveryStore, UnconfirmedPayout } from '../store/redelivery.ts';

export type RedeliverLossesDeps = {
  readonly unposted: LossRedeliveryStore;
  readonly ledger: Pick<Ledger, 'posted'>;
  readonly log: Logger;
  readonly afterMs: number;
};

const PAGE = 200;

/**
 * Checks that the ledger has booked the losses that it alone is told of. What it has not is published again: an
 * event may be lost.
 */
export const redeliverLosses = (deps: RedeliverLossesDeps) => async (): Promise<void> => {
  const { unposted, log, afterMs } = deps;
  const redelivered = await redeliver({
    due: await unposted.due(afterMs, PAGE),
    check: (one) => check(deps, one),
    reschedule: (one, err) => {
      log.error({ payout_id: one.payout.id, err }, 'posting of a payout not confirmed, rescheduled');
      return unposted.later(one);
    },
  });
  if (redelivered > 0) log.warn({ payouts: redelivered }, 'unposted payout events redelivered');
};

/** True when the event was published again. */
async function check({ unposted, ledger, log }: RedeliverLossesDeps, one: UnconfirmedPayout): Promise<boolean> {
  const { payout, since } = one;
  const posting = expectedPostingOf(payout);
  const isPosted =
    posting === undefined || (await ledger.posted({ requestId: payout.id }, payout.tenant, posting.reference));
  if (!isPosted && !isTooLate(since, posting.event.occurredAt)) return unposted.republish(one, posting.event);
  if (!isPosted)
    log.error(
      { alarm: 'payout_unposted', payout_id: payout.id },
      'payout not posted by the ledger, redelivery stopped after a day',
    );
  await unposted.stopChecking(one);
  return false;
}

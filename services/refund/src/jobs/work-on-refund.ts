import { invariant, isUnavailable, pollAfterMs } from '@gx/core';
import { contextFrom, inSpan, type Logger } from '@gx/runtime';
import { endRefund } from '../commands/end-refund.ts';
import { lookForReturns } from '../commands/look-for-returns.ts';
import { recheckFailed } from '../commands/recheck-failed.ts';
import { type ReserveDeps, reserve } from '../commands/reserve.ts';
import { type SubmitDeps, submitToProvider } from '../commands/submit-to-provider.ts';
import { reschedule, rescheduleForPeers } from '../domain/create.ts';
import { isOpened, type PlainRefund, type Refund } from '../domain/refund.ts';
import type { Status } from '../domain/transitions.ts';
import type { DueStore } from '../store/due-refunds.ts';

export type WorkDeps = SubmitDeps & ReserveDeps & { readonly due: DueStore; readonly newOwner: () => string };

/** What is to be done about a refund that is due, by where it stands. */
const STEPS: Readonly<Record<Status, (deps: WorkDeps, refund: PlainRefund) => Promise<void>>> = {
  INITIATED: beforeEnd(resumeCreation),
  DROPPED: beforeEnd(resumeCreation),
  PENDING: bringToEnd,
  IN_PROGRESS: bringToEnd,
  FAILED: recheckFailed,
  REFUNDED: lookForReturns,
};

function beforeEnd(step: (deps: WorkDeps, refund: Refund) => Promise<void>) {
  return async (deps: WorkDeps, refund: PlainRefund): Promise<void> => {
    invariant(isOpened(refund), 'a refund that has not ended has no payee any more');
    await step(deps, refund);
  };
}

/** One whose end stands needs no order any more: a key that is lost keeps no hold. */
async function bringToEnd(deps: WorkDeps, refund: PlainRefund): Promise<void> {
  if (refund.finalStatus !== null) return endRefund(deps, refund);
  await beforeEnd(submitToProvider)(deps, refund);
}

/** In the trace of what made it due, with a link to the request that it began with. */
export async function workOnRefund(deps: WorkDeps, refund: PlainRefund): Promise<void> {
  const { id, status, cause, traceparent, chargeId, bank } = refund;
  const options = {
    parent: contextFrom(cause ?? traceparent ?? undefined),
    attributes: { 'gx.bank.profile': bank.profileId, ...(chargeId === null ? {} : { 'gx.charge.id': chargeId }) },
    links: cause === null ? [] : [traceparent ?? undefined],
  };
  try {
    await inSpan('work on refund', options, () => STEPS[status](deps, refund));
  } catch (err) {
    await leave(deps, refund, err);
    deps.log.debug({ refund_id: id, status }, 'a refund is left for later');
  }
}

/** The next run comes back to it; somebody else's silence is no fault of ours. */
async function leave({ refunds, log }: WorkDeps, refund: PlainRefund, err: unknown): Promise<void> {
  const mute = isUnavailable(err);
  log[mute ? 'info' : 'error'](
    { refund_id: refund.id, status: refund.status, ...(mute ? {} : { err }) },
    'work on a refund is still open',
  );
  const owner = refund.work.owner ?? '';
  await refunds
    .updatePlain(refund, (current) =>
      mute ? rescheduleForPeers(current, owner) : reschedule(current, owner, pollAfterMs(current.work.polls)),
    )
    .catch((error: unknown) => warn(log, refund, error));
}

const warn = (log: Logger, { id }: PlainRefund, err: unknown): void =>
  log.warn({ refund_id: id, err }, 'a refund stays with its owner until its lease is over');

/**
 * The request that began it is long gone: what it comes to is seen in the list, by an event, or by nothing.
 */
async function resumeCreation(deps: WorkDeps, refund: Refund): Promise<void> {
  const reserved = await reserve(deps, refund, () => ({ requestId: refund.id }));
  deps.log.info({ refund_id: refund.id, outcome: reserved.kind }, 'a creation that was left behind was finished');
}

import { afterPeerUnavailable, invariant, isUnavailable, pollAfterMs } from '@gx/core';
import { contextFrom, inSpan } from '@gx/runtime';
import { endPayout } from '../commands/end-payout.ts';
import { lookForReturns, recheckFailed } from '../commands/look-after-end.ts';
import { type ReleaseDeps, releasePayout } from '../commands/release-payout.ts';
import { type ReserveDeps, reserve } from '../commands/reserve.ts';
import { type SubmitPayoutDeps, submitToBank } from '../commands/submit-to-bank.ts';
import { reschedule } from '../domain/create.ts';
import {
  changed,
  isOpened,
  KEEP,
  type Payout,
  type PayoutUpdate,
  type PlainPayout,
  type StoredPayout,
} from '../domain/payout.ts';
import type { PayoutStatus } from '../domain/transitions.ts';
import type { DueStore } from '../store/due-payouts.ts';

export type PayoutWorkDeps = SubmitPayoutDeps &
  ReleaseDeps &
  ReserveDeps & { readonly due: DueStore; readonly newOwner: () => string };

/** A creation that waits for others of its account goes on at the next look. */
const RESUME_MS = 5_000;

/** What is to be done about a payout that is due, by where it stands. */
const STEPS: Readonly<
  Record<Exclude<PayoutStatus, 'CANCELLED'>, (deps: PayoutWorkDeps, payout: StoredPayout) => Promise<void>>
> = {
  INITIATED: beforeEnd(resumeCreation),
  DROPPED: beforeEnd(resumeCreation),
  PENDING: beforeEnd(goOnWaiting),
  PROCESSING: beforeEnd(submitToBank),
  PAID: lookForReturns,
  FAILED: lookAfterFailure,
};

function beforeEnd(step: (deps: PayoutWorkDeps, payout: Payout) => Promise<void>) {
  return async (deps: PayoutWorkDeps, payout: StoredPayout): Promise<void> => {
    if (isOpened(payout)) return step(deps, payout);
    invariant(payout.finalStatus !== null, 'a payout whose end does not stand has no payee any more');
    await endPayout(deps, payout);
  };
}

/** In the trace of what made it due, with a link to the request that it began with. */
export async function workOnPayout(deps: PayoutWorkDeps, payout: StoredPayout): Promise<void> {
  const { id, status, cause, traceparent, bank } = payout;
  const options = {
    parent: contextFrom(cause ?? traceparent ?? undefined),
    attributes: { 'gx.bank.profile': bank.profileId },
    links: cause === null ? [] : [traceparent ?? undefined],
  };
  try {
    if (status !== 'CANCELLED') await inSpan('work on payout', options, () => STEPS[status](deps, payout));
  } catch (err) {
    await leave(deps, payout, err);
    deps.log.debug({ payout_id: id, status }, 'a payout is left for later');
  }
}

/** The next run comes back to it; somebody else's silence is no fault of ours. */
async function leave({ payouts, log }: PayoutWorkDeps, payout: PlainPayout, err: unknown): Promise<void> {
  const mute = isUnavailable(err);
  log[mute ? 'info' : 'error'](
    { payout_id: payout.id, status: payout.status, ...(mute ? {} : { err }) },
    'work on a payout is still open',
  );
  const owner = payout.work.owner ?? '';
  await payouts
    .updatePlain(payout, (current) =>
      mute ? leaveForPeers(current, owner) : reschedule(current, owner, pollAfterMs(current.work.polls)),
    )
    .catch((error: unknown) =>
      log.warn({ payout_id: payout.id, err: error }, 'a payout stays with its owner until its lease is over'),
    );
}

function leaveForPeers<P extends PlainPayout>(payout: P, owner: string): PayoutUpdate<P> {
  if (payout.work.owner !== owner) return KEEP;
  const { work, next } = afterPeerUnavailable(payout.work, payout.finalStatus === null);
  return changed({ ...payout, work }, next);
}

/** One that was let go goes on to its bank at once, in the same hands. */
async function goOnWaiting(deps: PayoutWorkDeps, payout: Payout): Promise<void> {
  const after = payout.finalStatus === null ? await releasePayout(deps, payout) : payout;
  if (after === undefined || after.work.owner !== payout.work.owner) return;
  if (after.status === 'PROCESSING') await submitToBank(deps, after);
  else await endPayout(deps, after);
}

/** One that had arrived may be returned in more pieces; any other may have arrived after all. */
async function lookAfterFailure(deps: PayoutWorkDeps, payout: PlainPayout): Promise<void> {
  return payout.paidAt === null ? recheckFailed(deps, payout) : lookForReturns(deps, payout);
}

/**
 * The request that began it is long gone: what it comes to is seen in the list, by an event, or by nothing.
 */
async function resumeCreation(deps: PayoutWorkDeps, payout: Payout): Promise<void> {
  const end = performance.now() + RESUME_MS;
  const reserved = await reserve(deps, payout, {
    call: () => ({ requestId: payout.id }),
    leftMs: () => end - performance.now(),
    limits: undefined,
  });
  deps.log.info({ payout_id: payout.id, outcome: reserved.kind }, 'a creation that was left behind was finished');
}

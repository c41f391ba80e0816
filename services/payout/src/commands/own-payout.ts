import { isUnavailable, unavailable } from '@gx/core';
import { reschedule } from '../domain/create.ts';
import type { PlainPayout } from '../domain/payout.ts';
import type { DueStore } from '../store/due-payouts.ts';
import { type EndDeps, endPayout } from './end-payout.ts';
import type { ReleaseDeps } from './release-payout.ts';

/** What a caller needs who takes a payout further in its own request, as the owner of the lease. */
export type OwnedWork = EndDeps & ReleaseDeps & { readonly due: DueStore; readonly newOwner: () => string };

/** For another one who brings the payout to the same end. */
const WAIT_MS = { first: 20, max: 200, total: 3_000 } as const;

/**
 * Brings a payout whose final status stands to its end, as the owner of its lease, and answers it as it is
 * then. Throws 503 where that is left to a job.
 */
export async function endOwned(deps: OwnedWork, payout: PlainPayout): Promise<PlainPayout> {
  const ended = await leavingOnFailure(deps, payout, () => endPayout(deps, payout));
  return ended !== undefined && ended.status !== payout.status ? ended : endedByOther(deps, payout);
}

/** The final status stands, whoever writes the end. */
async function endedByOther({ payouts }: OwnedWork, { tenant, id, status }: PlainPayout): Promise<PlainPayout> {
  const end = performance.now() + WAIT_MS.total;
  for (let pause: number = WAIT_MS.first; performance.now() < end; pause = Math.min(pause * 2, WAIT_MS.max)) {
    const standing = await payouts.byId(tenant, id);
    if (standing !== undefined && standing.status !== status) return standing;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw unavailable('The payout is being brought to its end. Ask for it in a moment.');
}

/** Work that is left goes on at once, by a job, instead of when the lease is over. */
export async function leavingOnFailure<T>(deps: OwnedWork, payout: PlainPayout, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const owner = payout.work.owner ?? '';
    const log = isUnavailable(error) ? 'info' : 'error';
    deps.log[log]({ payout_id: payout.id, err: error }, 'a payout is left to a job');
    await deps.payouts
      .updatePlain(payout, (current) => reschedule(current, owner, 0))
      .catch((err: unknown) =>
        deps.log.warn({ payout_id: payout.id, err }, 'a payout stays with its owner until its lease is over'),
      );
    throw error;
  }
}

import { InvariantViolation, type LateTransferResult } from '@gx/core';
import { pixOutRail, responseOf, type SentPixOut } from '@gx/providers';
import { isBackWith, newReturns, rechecked, recordReturns } from '../domain/after-end.ts';
import type { PayoutReturn, PlainPayout } from '../domain/payout.ts';
import { releaseLimits } from './claim-limits.ts';
import type { SubmitPayoutDeps } from './submit-to-bank.ts';

/** What the bank says of a payout that is over: the Pix, `absent`, or nothing. */
type LateLook = SentPixOut | 'absent' | 'no_answer';

/**
 * Looks for what came back of a payout that had arrived. Each return is booked before it is written down, so
 * that what reads as returned is in the wallet already; one that the ledger does not book is left to people,
 * and found again at the next look.
 */
export async function lookForReturns(deps: SubmitPayoutDeps, payout: PlainPayout): Promise<void> {
  const owner = payout.work.owner ?? '';
  const found = await lateLook(deps, payout);
  const booked: PayoutReturn[] = [];
  for (const one of newReturns(payout, typeof found === 'string' ? [] : found.returns))
    if (await isBooked(deps, payout, one)) booked.push(one);
  if (payout.status === 'PAID' && isBackWith(payout, booked)) await releaseLimits(deps, payout);
  await deps.payouts.updatePlain(payout, (current) =>
    recordReturns(current, owner, found === 'no_answer' ? null : booked, deps.now()),
  );
}

async function isBooked({ ledger, log }: SubmitPayoutDeps, payout: PlainPayout, one: PayoutReturn): Promise<boolean> {
  if (await ledger.postReturn({ requestId: payout.id }, payout, one)) return true;
  log.error(
    { alarm: 'payout_return_contradicts', payout_id: payout.id, bank_profile: payout.bank.profileId },
    'the ledger does not book what the bank returned of a payout',
  );
  return false;
}

/** Looks again at what failed: a bank may correct itself. */
export async function recheckFailed(deps: SubmitPayoutDeps, payout: PlainPayout): Promise<void> {
  const owner = payout.work.owner ?? '';
  const result = lateResultOf(await lateLook(deps, payout));
  const after = await deps.payouts.updatePlain(payout, (current) => rechecked(current, owner, result, deps.now()));
  if (after === undefined || after.lostAt === null) return;
  deps.log.error(
    { alarm: 'payout_lost', payout_id: after.id, bank_profile: after.bank.profileId },
    'a payout that had failed in so many words arrived after all',
  );
}

const lateResultOf = (found: LateLook): LateTransferResult => {
  if (found === 'no_answer') return found;
  return found !== 'absent' && found.status === 'succeeded' ? 'succeeded' : 'still_failed';
};

async function lateLook(deps: SubmitPayoutDeps, { tenant, bank }: PlainPayout): Promise<LateLook> {
  const usable = await deps.banks.ifUsable(bank.profileId);
  if (usable === undefined) return 'no_answer';
  const rail = pixOutRail(usable.provider, { id: bank.id, kind: bank.kind, body: neverSent });
  const found = responseOf(await rail.poll({ deadlineMs: deps.budget.callMs, merchant: tenant.accountId }));
  return found === undefined ? 'no_answer' : (found ?? 'absent');
}

/** The payee may be erased by now. */
const neverSent = (): never => {
  throw new InvariantViolation('nothing is sent of a payout that is over');
};

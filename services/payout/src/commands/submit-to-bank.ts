import { STUCK_AFTER_POLLS } from '@gx/core';
import {
  type BankBudget,
  pixOutRail,
  queryTransfer,
  type SentPixOut,
  type Transfer,
  type TransferBank,
  type TransferBanks,
  WRONG_OWNER,
} from '@gx/providers';
import { applyBankResult, type BankResult, RECIPIENT_MISMATCH } from '../domain/apply-bank-result.ts';
import type { Payout } from '../domain/payout.ts';
import { type CheckDeps, checkBeforeSend } from './check-before-send.ts';
import { type EndDeps, endPayout } from './end-payout.ts';

export type SubmitPayoutDeps = CheckDeps & EndDeps & { readonly banks: TransferBanks; readonly budget: BankBudget };

/**
 * One look at the bank on behalf of the lease's owner: asks, writes the word down, and takes what it ends to
 * its end. Every line may be the last of this process: what stands says to the next owner where to go on.
 */
export async function submitToBank(deps: SubmitPayoutDeps, claimed: Payout): Promise<void> {
  const owner = claimed.work.owner ?? '';
  const updated = claimed.finalStatus === null ? await ask(deps, claimed, owner) : claimed;
  if (updated === undefined || updated.work.owner !== owner) return warnIfStuck(deps, updated);
  await endPayout(deps, updated);
}

async function ask(deps: SubmitPayoutDeps, payout: Payout, owner: string): Promise<Payout | undefined> {
  const bank = await deps.banks.byId(payout.bank.profileId);
  if (bank === undefined) throw new Error('the bank profile of a payout is gone');
  const look = await queryTransfer<SentPixOut, BankResult>(deps.log, transferOf(deps, bank, payout), {
    budget: deps.budget,
    checkBeforeSend: checkBeforeSend(deps, bank, payout),
  });
  let applied = false;
  const after = await deps.payouts.update(payout, (current) => {
    const decision = applyBankResult(current, owner, { ...look, result: inOurWords(look.result) }, deps.now());
    applied = decision.kind === 'change';
    return decision;
  });
  if (!applied) deps.log.info({ payout_id: payout.id }, 'a payout was no longer ours when the bank answered');
  return after;
}

/** The bank itself compares owners too, where it can. */
const inOurWords = (result: BankResult): BankResult =>
  result.kind === 'declined' && result.code === WRONG_OWNER ? { ...result, code: RECIPIENT_MISMATCH } : result;

/** A payout as far as asking its bank goes. */
export const transferOf = (
  { log }: Pick<SubmitPayoutDeps, 'log'>,
  { provider }: TransferBank,
  { id, tenant, amount, work, bank, secrets }: Payout,
): Transfer<SentPixOut> => ({
  merchant: tenant.accountId,
  rail: pixOutRail(provider, { id: bank.id, kind: bank.kind, body: () => secrets.body }),
  amount,
  attempts: work.attempts,
  acknowledged: work.acknowledged,
  logFields: { payout_id: id, bank_profile: bank.profileId },
  onOtherAmount: () =>
    log.error(
      { alarm: 'payout_unusable_at_bank', payout_id: id, bank_profile: bank.profileId },
      'the bank shows another amount under the id of a payout',
    ),
});

/** People have to know of money that is neither here nor there. */
function warnIfStuck({ log }: SubmitPayoutDeps, payout: Payout | undefined): void {
  if (payout?.status !== 'PROCESSING' || payout.work.polls < STUCK_AFTER_POLLS) return;
  const { id, bank, work } = payout;
  log.error(
    { alarm: 'payout_stuck', payout_id: id, bank_profile: bank.profileId, polls: work.polls },
    'the bank has not brought a payout to its end',
  );
}

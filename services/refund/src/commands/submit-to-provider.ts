import { invariant, STUCK_AFTER_POLLS } from '@gx/core';
import {
  type BankBudget,
  queryTransfer,
  type Transfer,
  type TransferAtBank,
  type TransferBank,
  type TransferBanks,
} from '@gx/providers';
import { applyProviderStatus, type ProviderResult } from '../domain/apply-provider-status.ts';
import { sayAs } from '../domain/body.ts';
import type { Refund } from '../domain/refund.ts';
import { isOpen } from '../domain/transitions.ts';
import { type CheckDeps, checkBeforeSend } from './check-before-send.ts';
import { type EndDeps, endRefund } from './end-refund.ts';
import { railOf } from './rail.ts';

export type SubmitDeps = CheckDeps & EndDeps & { readonly banks: TransferBanks; readonly budget: BankBudget };

/**
 * One look at the bank on behalf of the lease's owner: asks, writes the word down, and takes what it ends to
 * its end. Every line may be the last of this process: what stands says to the next owner where to go on.
 */
export async function submitToProvider(deps: SubmitDeps, claimed: Refund): Promise<void> {
  const owner = claimed.work.owner ?? '';
  const updated = await ask(deps, claimed, owner);
  if (updated === undefined || updated.work.owner !== owner) return warnIfStuck(deps, updated);
  await endRefund(deps, updated);
}

async function ask(deps: SubmitDeps, claimed: Refund, owner: string): Promise<Refund | undefined> {
  const bank = await deps.banks.byId(claimed.bank.profileId);
  if (bank === undefined) throw new Error('the bank profile of a refund is gone');
  const refund = await withBody(deps, claimed, bank);
  if (refund?.work.owner !== owner) return refund;
  const { result } = await queryTransfer<TransferAtBank, ProviderResult>(deps.log, transferOf(deps, bank, refund), {
    budget: deps.budget,
    checkBeforeSend: checkBeforeSend(deps, bank, refund),
  });
  let applied = false;
  const after = await deps.refunds.update(refund, (current) => {
    const decision = applyProviderStatus(current, owner, result, deps.now());
    applied = decision.kind === 'change';
    return decision;
  });
  if (applied && after !== undefined) report(deps, after, result);
  else deps.log.info({ refund_id: refund.id }, 'a refund was no longer ours when the bank answered');
  return after;
}

const transferOf = ({ log }: SubmitDeps, bank: TransferBank, refund: Refund): Transfer<TransferAtBank> => ({
  merchant: refund.tenant.accountId,
  rail: railOf(bank, refund),
  amount: refund.amount,
  attempts: refund.work.attempts,
  acknowledged: refund.work.acknowledged,
  onOtherAmount: () =>
    log.error(
      { alarm: 'refund_unusable_at_bank', refund_id: refund.id, bank_profile: bank.id },
      'the bank shows another amount under the id of a refund',
    ),
  logFields: { refund_id: refund.id, bank_profile: bank.id },
});

/** A return is ordered without a body: the bank's adapter words it, once. */
async function withBody(
  { refunds }: SubmitDeps,
  refund: Refund,
  { provider, orders }: TransferBank,
): Promise<Refund | undefined> {
  const { bank, amount, work } = refund;
  if (bank.body !== null) return refund;
  invariant(amount !== null, 'what is brought to a bank has an amount');
  invariant(bank.order === undefined || orders !== null, 'the bank profile of an order has no acquirer any more');
  const adapter = bank.order === undefined ? undefined : orders;
  const body = adapter?.orderRefundRequest({ amount }) ?? provider.devolutionRequest({ amount });
  return refunds.update(refund, (current) => sayAs(current, work.owner ?? '', body));
}

function report({ log }: SubmitDeps, after: Refund, result: ProviderResult): void {
  if (after.kind !== 'RETURN' || after.status !== 'FAILED') return;
  log.error(
    {
      alarm: 'return_failed',
      refund_id: after.id,
      reason: after.reason,
      bank_profile: after.bank.profileId,
      result: result.kind,
    },
    'money that must not be kept could not be sent back',
  );
}

/** People have to know of money that is neither here nor there. */
function warnIfStuck({ log }: SubmitDeps, refund: Refund | undefined): void {
  if (refund === undefined || !isOpen(refund.status) || refund.work.polls < STUCK_AFTER_POLLS) return;
  const { id, kind, status, bank, work } = refund;
  log.error(
    { alarm: 'refund_stuck', refund_id: id, kind, status, bank_profile: bank.profileId, polls: work.polls },
    'the bank has not brought a refund to its end',
  );
}

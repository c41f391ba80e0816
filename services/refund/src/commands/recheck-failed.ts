import type { LateTransferResult } from '@gx/core';
import type { BankCall, TransferBank } from '@gx/providers';
import { rechecked } from '../domain/recheck-failed.ts';
import type { PlainRefund } from '../domain/refund.ts';
import { freeFailed } from './free-failed.ts';
import { railOf } from './rail.ts';
import { sentBack } from './sent-back.ts';
import type { SubmitDeps } from './submit-to-provider.ts';

/**
 * Looks again at what failed: a bank may correct itself, and a person may have sent a Pix back by hand.
 */
export async function recheckFailed(deps: SubmitDeps, refund: PlainRefund): Promise<void> {
  const owner = refund.work.owner ?? '';
  // The process that wrote the end may have died before its share was free.
  await freeFailed(deps, refund);
  const result = await lateResultOf(deps, refund);
  const after = await deps.refunds.updatePlain(refund, (current) => rechecked(current, owner, result, deps.now()));
  if (after?.lostAt === null || after === undefined) return;
  deps.log.error(
    { alarm: 'refund_lost', refund_id: after.id, charge_id: after.chargeId, bank_profile: after.bank.profileId },
    'a refund that had failed in so many words succeeded after all',
  );
}

async function lateResultOf(deps: SubmitDeps, refund: PlainRefund): Promise<LateTransferResult> {
  const bank = await deps.banks.ifUsable(refund.bank.profileId);
  if (bank === undefined) return 'no_answer';
  const call = { deadlineMs: deps.budget.callMs, merchant: refund.tenant.accountId };
  const isPix = refund.bank.order === undefined;
  return refund.kind === 'RETURN' && isPix ? lateReturn(bank, refund, call) : lateRefund(bank, refund, call);
}

async function lateReturn(
  { provider }: TransferBank,
  refund: PlainRefund,
  call: BankCall,
): Promise<LateTransferResult> {
  const found = await sentBack(provider, refund, call);
  if (found.kind === 'no_answer') return found.kind;
  return found.kind === 'all' ? 'succeeded' : 'still_failed';
}

async function lateRefund(bank: TransferBank, refund: PlainRefund, call: BankCall): Promise<LateTransferResult> {
  const found = await railOf(bank, refund).poll(call);
  if (found.kind !== 'done' && found.kind !== 'pending') return 'no_answer';
  return found.value?.status === 'succeeded' ? 'succeeded' : 'still_failed';
}

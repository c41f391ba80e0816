import type { BankCall } from '@gx/providers';
import { reschedule } from '../domain/create.ts';
import { mayComeBack, newReturns, recordReturns } from '../domain/record-returns.ts';
import type { CashoutReturn, PlainRefund } from '../domain/refund.ts';
import type { SubmitDeps } from './submit-to-provider.ts';

/**
 * Looks at a cashout that has arrived: the bank of its receiver may send it back. Each return is posted in
 * the ledger, once by its id, before it is recorded and announced. Every line may be the last of this
 * process: the next owner posts the same again, which changes nothing.
 */
export async function lookForReturns(deps: SubmitDeps, refund: PlainRefund): Promise<void> {
  const { refunds, now } = deps;
  const owner = refund.work.owner ?? '';
  if (!mayComeBack(refund)) {
    await refunds.updatePlain(refund, (current) => reschedule(current, owner, 'never'));
    return;
  }
  const shown = await shownReturns(deps, refund);
  const found = shown === 'no_answer' ? shown : await postNew(deps, refund, shown);
  await refunds.updatePlain(refund, (current) => recordReturns(current, owner, found, now()));
}

/** What the bank shows as come back; `no_answer` where it cannot be read. */
async function shownReturns(deps: SubmitDeps, refund: PlainRefund): Promise<readonly CashoutReturn[] | 'no_answer'> {
  const bank = await deps.banks.ifUsable(refund.bank.profileId);
  if (bank === undefined) return 'no_answer';
  const call: BankCall = { deadlineMs: deps.budget.callMs, merchant: refund.tenant.accountId };
  const outcome = await bank.provider.getSentPix(refund.bank.id, call);
  if (outcome.kind !== 'done' && outcome.kind !== 'pending') return 'no_answer';
  // A bank forgets a Pix some day.
  if (outcome.value === null) return [];
  const { status, amount, returns } = outcome.value;
  if (status === 'sent' && (amount === null || amount === refund.amount)) return returns;
  reportUnusable(deps, refund);
  return [];
}

/** Credits the merchant with each return that is new, once; those that the ledger has. */
async function postNew(
  deps: SubmitDeps,
  refund: PlainRefund,
  shown: readonly CashoutReturn[],
): Promise<CashoutReturn[]> {
  const found = newReturns(refund, shown);
  const posted: CashoutReturn[] = [];
  for (const one of found === 'contradiction' ? [] : found)
    if (await deps.holds.postReturn({ requestId: refund.id }, refund, one)) posted.push(one);
  if (found === 'contradiction' || posted.length < found.length) reportUnusable(deps, refund);
  return posted;
}

/** Nothing is concluded from it, and the refund is looked at again: people have to compare. */
const reportUnusable = ({ log }: SubmitDeps, { id, bank }: PlainRefund): void =>
  log.error(
    { alarm: 'refund_unusable_at_bank', refund_id: id, bank_profile: bank.profileId },
    'what the bank shows of a refund that arrived contradicts what is known of it',
  );

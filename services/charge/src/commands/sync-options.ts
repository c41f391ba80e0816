import { traceparent } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import { applyOrderAt } from '../domain/apply-order-status.ts';
import type { Charge, Decision, PaymentOption } from '../domain/charge.ts';
import { endOption, mayChoose, optionsToSync, requestOption, seenBy } from '../domain/payment-options.ts';
import type { ApplyDeps } from './apply-provider-charge.ts';
import { type Budget, type Deadline, deadlineOf } from './budget.ts';
import { endPaymentOptions } from './end-payment-options.ts';
import type { CreationResult } from './provider-adapter.ts';
import { ask } from './submit-to-provider.ts';

/** What the options of a charge still wait for; undefined when each is as the charge wants it. */
export type OpenReason = 'bank_silent' | 'still_open';

/**
 * Opens the other options of a charge while its payer may choose, and closes them once he may not: it is
 * paid, or about to end. That a provider may have an option is written down before it is asked: the process
 * that follows one that died looks first.
 */
export async function syncOptions(
  deps: ApplyDeps,
  bank: Bank,
  taken: Charge,
  budget: Budget,
): Promise<OpenReason | undefined> {
  const deadline = deadlineOf(budget);
  if (!mayChoose(taken)) {
    const { charge, because } = await endPaymentOptions(deps, bank, taken, { deadline });
    if (because === 'bank_silent') return because;
    return optionsToSync(charge).length === 0 ? undefined : 'still_open';
  }
  let charge = taken;
  for (const option of optionsToSync(taken)) charge = await openOption(deps, bank, { charge, option, deadline });
  return optionsToSync(charge).length === 0 ? undefined : 'bank_silent';
}

type Opening = { readonly charge: Charge; readonly option: PaymentOption; readonly deadline: Deadline };

/** The charge as it stands then: nobody asks for an option of one that has come to its end meanwhile. */
async function openOption(deps: ApplyDeps, bank: Bank, { charge, option, deadline }: Opening): Promise<Charge> {
  const { charges } = deps;
  const { tenant } = charge;
  const requested = await charges.update(tenant, charge, (current) => requestOption(current, option.txid));
  if (!mayChoose(requested)) return requested;
  const seen = {
    ...seenBy(requested, option.method),
    creation: { attempts: option.state === 'requested' ? 2 : 1, owner: null },
  };
  const answer = await ask(deps, bank, seen, deadline);
  return answer.kind === 'open' ? requested : charges.update(tenant, requested, openedBy(deps, option, answer));
}

/** What the acquirer shows, or that it will never have it: the charge has its other options. */
function openedBy({ now }: ApplyDeps, { txid }: PaymentOption, answer: Exclude<CreationResult, { kind: 'open' }>) {
  const context = { now: now(), traceparent: traceparent() ?? null };
  return (current: Charge): Decision =>
    answer.kind === 'follow' ? applyOrderAt(current, txid, answer.shown, context) : endOption(current, txid);
}

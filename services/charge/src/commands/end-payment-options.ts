import type { Bank } from '../banks/bank-directory.ts';
import type { Charge, PaymentOption } from '../domain/charge.ts';
import { endOption, paymentOptionsLeft } from '../domain/payment-options.ts';
import { type ApplyDeps, applyProviderCharge } from './apply-provider-charge.ts';
import { applyProviderOrder } from './apply-provider-order.ts';
import type { Waits } from './close-charge.ts';
import { cancelledOrder } from './close-order.ts';
import { removed } from './close-pending.ts';
import type { Budget } from './submit-to-provider.ts';

/** The charge as it stands then; `because`: the first option that is not over, and why. */
export type EndedPaymentOptions = { readonly charge: Charge; readonly because?: Waits };

/**
 * Has the provider of each other option of a charge take it off, and decides about the money that came by it
 * meanwhile: what may be kept pays the charge. An option is over when its provider has said that nobody can
 * pay it. Any process may take this up at any line.
 */
export async function endPaymentOptions(
  deps: ApplyDeps,
  bank: Bank,
  found: Charge,
  limits: Budget,
): Promise<EndedPaymentOptions> {
  const end = performance.now() + limits.totalMs;
  const left = (): number => Math.min(limits.callMs, end - performance.now());
  let charge = found;
  let because: Waits | undefined;
  for (const option of paymentOptionsLeft(found)) {
    const ended =
      option.method === 'PIX'
        ? await endPix(deps, bank, { charge, option, left })
        : await endOrder(deps, bank, { charge, option, left });
    charge = ended.charge;
    because ??= ended.because;
    if (charge.settlement !== found.settlement) break;
  }
  return because === undefined ? { charge } : { charge, because };
}

type Ending = { readonly charge: Charge; readonly option: PaymentOption; readonly left: () => number };

async function endOrder(deps: ApplyDeps, bank: Bank, { charge, option, left }: Ending): Promise<EndedPaymentOptions> {
  if (option.state === 'waiting') return over(deps, charge, option);
  const order = await cancelledOrder(bank, option, left);
  if (order === undefined) return { charge, because: 'bank_silent' };
  // What the acquirer has confirmed and does not know it may have lost, or be the wrong one; of what it never
  // confirmed it has nothing.
  if (order === null) return option.state === 'open' ? { charge, because: 'not_at_bank' } : over(deps, charge, option);
  const { charge: settled, outcome } = await applyProviderOrder(deps, bank, charge, order);
  return outcome === 'complete'
    ? { charge: settled, ...stillOpen(settled, option) }
    : { charge: settled, because: 'money_open' };
}

async function endPix(deps: ApplyDeps, bank: Bank, { charge, option, left }: Ending): Promise<EndedPaymentOptions> {
  const shown = await removed(bank.provider, option, left);
  if (shown === undefined) return { charge, because: 'bank_silent' };
  if (shown === null) return { charge, because: 'not_at_bank' };
  const { charge: settled, outcome } = await applyProviderCharge(deps, bank, charge, { shown });
  if (outcome !== 'complete') return { charge: settled, because: 'money_open' };
  if (shown.payments.some(({ kind }) => kind === 'unreadable')) return { charge: settled, because: 'money_unreadable' };
  if (shown.status === 'active' || shown.status === 'unrecognised') return { charge: settled, because: 'still_active' };
  return over(deps, settled, option);
}

const stillOpen = (charge: Charge, { txid }: PaymentOption): { readonly because?: Waits } =>
  paymentOptionsLeft(charge).some((option) => option.txid === txid) ? { because: 'still_active' } : {};

const over = async ({ charges }: ApplyDeps, charge: Charge, { txid }: PaymentOption): Promise<EndedPaymentOptions> => ({
  charge: await charges.update(charge.tenant, charge, (current) => endOption(current, txid)),
});

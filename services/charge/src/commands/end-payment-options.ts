import type { Bank } from '../banks/bank-directory.ts';
import type { Charge } from '../domain/charge.ts';
import { endOption, paymentOptionsLeft } from '../domain/payment-options.ts';
import type { ApplyDeps } from './apply-provider-charge.ts';
import { type ClosedOption, type CloseLimits, closeOption } from './close-option.ts';

/**
 * Closes each other option of a charge until one of them has paid it. `because` is that of the first that is
 * not over: its provider has to say that nobody can pay it.
 */
export async function endPaymentOptions(
  deps: ApplyDeps,
  bank: Bank,
  found: Charge,
  limits: CloseLimits,
): Promise<ClosedOption> {
  let ended: ClosedOption = { charge: found };
  for (const option of paymentOptionsLeft(found)) {
    const { charge } = ended;
    const closed =
      option.state === 'waiting' ? { charge } : await closeOption(deps, bank, option, { ...limits, charge });
    if (closed.charge.settlement !== found.settlement) return closed;
    if (closed.because === undefined) {
      const over = (current: Charge) => endOption(current, option.txid);
      ended = { ...ended, charge: await deps.charges.update(charge.tenant, closed.charge, over) };
    } else ended = ended.because === undefined ? closed : { ...ended, charge: closed.charge };
  }
  return ended;
}

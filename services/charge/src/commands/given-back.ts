import type { ProviderDevolution, ProviderPayment } from '@gx/acquirer';
import { type Logger, RecentSet } from '@gx/runtime';
import type { Charge } from '../domain/charge.ts';
import { isOurRefund } from '../domain/our-refund.ts';

type Deps = { readonly log: Logger; readonly now: () => Date };

/** What was told lately by this process: the same devolution is shown again beside each later one. */
const told = new RecentSet({ periodMs: 86_400_000, max: 10_000, clockMs: () => performance.now() });

/**
 * Tells people of accepted money that somebody else gives back: the bank, as it must when a payer contests a Pix (MED), or one of us at the bank's
 * own pages. The wallet has it still. Once for each devolution, as far as a process remembers.
 */
export function warnOfGivenBack({ log, now }: Deps, charge: Charge, payments: readonly ProviderPayment[]): void {
  for (const { endToEndId, devolutions } of payments.filter((payment) => isAccepted(charge, payment)))
    for (const devolution of devolutions.filter((one) => isForeign(charge, one, now()))) {
      const name = `${endToEndId}:${devolution.id}`;
      if (told.has(name)) continue;
      told.add(name);
      const facts = { charge_id: charge.id, bank_profile: charge.bank.profileId, devolution_id: devolution.id };
      log.error(
        { alarm: 'accepted_money_given_back', ...facts, amount: devolution.amount },
        'the bank gives back money that is in a wallet',
      );
    }
}

const isAccepted = ({ receipts }: Charge, { endToEndId }: ProviderPayment): boolean =>
  receipts.some((receipt) => receipt.endToEndId === endToEndId && receipt.disposition.kind === 'accepted');

const isForeign = (charge: Charge, { id, status }: ProviderDevolution, now: Date): boolean =>
  status !== 'failed' && (id === null || !isOurRefund(charge, id, now));

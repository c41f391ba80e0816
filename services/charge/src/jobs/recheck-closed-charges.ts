import { eachOf, type Logger } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { cancelledOrder } from '../commands/close-order.ts';
import { removed } from '../commands/close-pending.ts';
import type { Charge } from '../domain/charge.ts';
import { optionOf } from '../domain/payment-options.ts';
import type { ChargeQueue } from '../store/charge-queue.ts';
import type { WorkAtBank } from './work-on-charges.ts';

type Deps = { readonly banks: BankDirectory; readonly log: Logger };

const PAGE = 50;

/**
 * Looks at the bank again after a charge was closed before it was presented: a creation that was slow on its
 * way may have arrived since, and what is active is removed. Money on it is found by callbacks and the sweep.
 */
export const recheckClosedCharges =
  ({ banks, log }: Deps, rechecks: ChargeQueue): WorkAtBank =>
  async (bankProfileId, goesOn) =>
    eachOf(await rechecks.due(bankProfileId, PAGE), { atOnce: 1, goesOn }, async (charge) => {
      const bank = await banks.ifUsable(bankProfileId);
      const shown = bank === undefined ? undefined : await queriedAgain(bank, charge);
      if (shown !== undefined) return rechecks.done(charge);
      log.warn({ charge_id: charge.id }, 'recheck of a closed charge failed, rescheduled');
      return rechecks.reschedule(charge);
    });

/** What the bank has of a charge once it cannot be paid any more; undefined when it does not say. */
const queriedAgain = (bank: Bank, charge: Charge): Promise<unknown> =>
  charge.method === 'PIX' ? removed(bank.provider, optionOf(charge)) : cancelledOrder(bank, optionOf(charge));

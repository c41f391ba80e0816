import { eachOf, type Logger } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { cancelledOrder } from '../commands/close-order.ts';
import { removed } from '../commands/close-pending.ts';
import type { Charge } from '../domain/charge.ts';
import { optionOf } from '../domain/payment-options.ts';
import type { RecheckStore } from '../store/rechecks.ts';
import type { WorkAtBank } from './work-on-charges.ts';

export type RecheckDeps = {
  readonly rechecks: RecheckStore;
  readonly banks: BankDirectory;
  readonly log: Logger;
};

const PAGE = 50;

/**
 * Looks at the bank again after a charge was closed before it was presented: a creation that was slow on its
 * way may have arrived since, and what is active is removed. Money on it is found by callbacks and the sweep.
 */
export const recheckClosedCharges =
  ({ rechecks, banks, log }: RecheckDeps): WorkAtBank =>
  async (bankProfileId, goesOn) =>
    eachOf(await rechecks.due(bankProfileId, PAGE), { atOnce: 1, goesOn }, async (due) => {
      const bank = await banks.ifUsable(bankProfileId);
      const shown = bank === undefined ? undefined : await askedAgain(bank, due.charge);
      if (shown !== undefined) return rechecks.done(due);
      log.warn({ charge_id: due.charge.id }, 'recheck of a closed charge failed, rescheduled');
      return rechecks.reschedule(due);
    });

/** What the bank has of a charge once it cannot be paid any more; undefined when it does not say. */
const askedAgain = (bank: Bank, charge: Charge): Promise<unknown> =>
  charge.method === 'PIX' ? removed(bank.provider, optionOf(charge)) : cancelledOrder(bank, optionOf(charge));

import type { Logger } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { cancelledOrder } from '../commands/close-order.ts';
import { removed } from '../commands/close-pending.ts';
import { type Charge, methodOf } from '../domain/charge.ts';
import type { AwaitingPostingStore } from '../store/awaiting-posting.ts';

type Deps = { readonly awaitingPosting: AwaitingPostingStore; readonly banks: BankDirectory; readonly log: Logger };

const PAGE = 50;

/**
 * Looks at the bank again after a charge was closed before it was presented: a creation that was slow on its
 * way may have arrived since, and what is active is removed. Money on it is found by callbacks and the sweep.
 */
export const recheckClosedCharges =
  ({ awaitingPosting, banks, log }: Deps) =>
  async (): Promise<void> => {
    for (const due of await awaitingPosting.rechecks(PAGE)) {
      const { charge } = due;
      const bank = await banks.ifUsable(charge.bank.profileId);
      const shown = bank === undefined ? undefined : await askedAgain(bank, charge);
      if (shown === undefined) {
        log.warn({ charge_id: charge.id }, 'recheck of a closed charge failed, rescheduled');
        await awaitingPosting.postponed(due);
      } else await awaitingPosting.rechecked(due);
    }
  };

/** What the bank has of a charge once it cannot be paid any more; undefined when it does not say. */
const askedAgain = (bank: Bank, charge: Charge): Promise<unknown> =>
  methodOf(charge) === 'PIX' ? removed(bank.provider, charge.bank) : cancelledOrder(bank, charge.bank);

import type { Logger } from '@gx/runtime';
import type { PayoutsOfPayees } from '../store/payouts-of-payees.ts';

type EncryptPayeesDeps = { readonly ofPayees: PayoutsOfPayees; readonly log: Logger };

/** Brings what an older version stored under the keys of its payees, so that they can be erased too. */
export const encryptPayees =
  ({ ofPayees, log }: EncryptPayeesDeps) =>
  async (): Promise<void> => {
    let payouts = 0;
    for (let some = await ofPayees.encryptSome(); some > 0; some = await ofPayees.encryptSome()) payouts += some;
    if (payouts > 0) log.info({ payouts }, 'payouts of an older version are under the keys of their payees');
  };

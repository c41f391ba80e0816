import { startBankWork } from '@gx/providers';
import type { Host } from '@gx/runtime';
import type { StoredPayout } from '../domain/payout.ts';
import { type PayoutWorkDeps, workOnPayout } from './work-on-payout.ts';

/**
 * Starts the work on payouts: those whose time has come are sent, unknown ones are asked for, abandoned ones
 * are finished. The function returned says that work is due at a bank.
 */
export const startPayoutWork = (host: Host, deps: PayoutWorkDeps): ((bankProfileId: string) => void) =>
  startBankWork<StoredPayout>(host, {
    name: 'work on payouts',
    banks: deps.banks.open,
    due: deps.due,
    newOwner: deps.newOwner,
    work: (payout) => workOnPayout(deps, payout),
    onUnreadable: (payoutId, err) =>
      deps.log.error({ payout_id: payoutId, err }, 'a payout cannot be opened, it is left for later'),
  });

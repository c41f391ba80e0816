import type { Logger } from '@gx/runtime';
import { postEntries } from '../commands/post-entries.ts';
import type { WriteWallets } from '../commands/wallet-writer.ts';
import { releaseTranche, type Tranche } from '../domain/tranche.ts';
import { walletName } from '../domain/wallet.ts';
import type { JournalOutcome } from '../store/journal.ts';
import type { TrancheStore } from '../store/tranches.ts';

type Deps = { readonly tranches: TrancheStore; readonly write: WriteWallets; readonly log: Logger };

const PAGE = 500;

/**
 * Moves every tranche that is due from pending to available, as an entry of its own. The entry's reference
 * makes it safe to be run by two replicas at once and to be killed anywhere: entry, wallet and tranche change
 * together.
 */
export const releaseTranches =
  ({ tranches, write, log }: Deps) =>
  async (): Promise<void> => {
    for await (const page of tranches.due(PAGE)) {
      const wanted = page.map((tranche) => ({ draft: releaseTranche(tranche), traceparent: undefined }));
      const outcomes = await postEntries(write, wanted);
      report(log, page, outcomes);
    }
  };

/**
 * A line for each wallet and reason: a sick one may have thousands of tranches, and each is due again in the
 * next run.
 */
function report(log: Logger, page: readonly Tranche[], outcomes: readonly JournalOutcome[]): void {
  const stay = page.flatMap((tranche, index) => {
    const outcome = outcomes[index];
    // What a bank return took all of, or another replica released, is not there any more.
    const isThere = outcome?.kind === 'refused' && outcome.reason !== 'tranche_gone';
    return isThere ? [{ ...tranche, reason: outcome.reason }] : [];
  });
  for (const group of Map.groupBy(stay, (one) => `${walletName(one)} ${one.reason}`).values()) {
    const { accountId, chargeId, reason } = group[0] as (typeof stay)[0];
    log.error(
      { alarm: 'tranche_not_releasable', account_id: accountId, charge_id: chargeId, reason, tranches: group.length },
      'tranches stay pending',
    );
  }
}

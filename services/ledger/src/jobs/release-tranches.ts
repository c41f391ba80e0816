import type { Logger } from '@gx/runtime';
import type { PostEntries } from '../commands/post-entries.ts';
import { releaseTranche, type Tranche } from '../domain/tranche.ts';
import type { Outcome } from '../store/journal.ts';
import type { TrancheStore } from '../store/tranches.ts';

type Deps = { readonly tranches: TrancheStore; readonly post: PostEntries; readonly log: Logger };

const PAGE = 500;

/**
 * Moves every tranche that is due from pending to available, as an entry of its own. The entry's reference makes it
 * safe to be run by two replicas at once and to be killed anywhere: entry, wallet and tranche change together.
 */
export const releaseTranches =
  ({ tranches, post, log }: Deps) =>
  async (): Promise<void> => {
    for await (const page of tranches.due(PAGE)) {
      const wanted = page.map((tranche) => ({ draft: releaseTranche(tranche), traceparent: undefined }));
      const outcomes = await post(wanted);
      for (const [index, { chargeId }] of page.entries()) report(log, chargeId, outcomes[index] as Outcome);
    }
  };

function report(log: Logger, chargeId: Tranche['chargeId'], outcome: Outcome): void {
  if (outcome.kind !== 'refused') return;
  log.error({ alarm: 'tranche_not_releasable', charge_id: chargeId, reason: outcome.reason }, 'tranche stays pending');
}

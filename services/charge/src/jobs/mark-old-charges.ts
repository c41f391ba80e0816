import type { Id } from '@gx/core';
import type { Lifecycle } from '@gx/runtime';
import type { OldCountStore } from '../store/old-counts.ts';

type Deps = {
  readonly oldCounts: OldCountStore;
  readonly life: Pick<Lifecycle, 'isStopping'>;
  /** Runs something on one replica at a time. */
  readonly alone: (name: string, run: () => Promise<void>) => Promise<unknown>;
};

const PAGE = 2_000;

/**
 * Has the charges counted that were there before anybody counted: at each start and each hour of the first
 * day, since replicas of an earlier version may run on beside this one. After that there are none.
 */
export const markOldCharges =
  ({ oldCounts, life, alone }: Deps) =>
  async (): Promise<unknown> => {
    if (await oldCounts.isOver()) return undefined;
    return alone('mark old charges', async () => {
      let after: Id<'charge'> | null = null;
      do {
        after = await oldCounts.markPage(after, PAGE);
        if (life.isStopping) return;
      } while (after !== null);
      await oldCounts.end();
    });
  };

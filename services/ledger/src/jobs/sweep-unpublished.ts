import type { Logger } from '@gx/runtime';
import type { UnpublishedStore } from '../store/unpublished.ts';
import type { EntryPublisher } from './entry-publisher.ts';

type Deps = { readonly unpublished: UnpublishedStore; readonly publisher: EntryPublisher; readonly log: Logger };

const PAGE = 500;

/**
 * Publishes what dead processes left beside their entries. Two replicas at once send the same event twice, no
 * worse.
 */
export const sweepUnpublished =
  ({ unpublished, publisher, log }: Deps) =>
  async (): Promise<void> => {
    // While the broker refuses this process, what is found here are its own events, and they are being tried
    // already.
    while (!publisher.stuck) {
      const left = await unpublished.leftBehind(PAGE);
      if (left.length === 0) return;
      await publisher.publishAgain(left);
      log.info({ events: left.length }, 'published events that were left behind');
      if (left.length < PAGE) return;
    }
  };

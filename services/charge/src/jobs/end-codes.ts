import type { Lifecycle } from '@gx/runtime';
import type { EndedCodes } from '../store/ended-codes.ts';

export type EndCodesDeps = {
  readonly endedCodes: EndedCodes;
  readonly now: () => Date;
  readonly life: Pick<Lifecycle, 'isStopping'>;
};

/** As long as events, deliveries and logs of test mode. */
const KEPT_MS = 30 * 86_400_000;
const PAGE = 500;

/**
 * Takes the codes out of test charges that ended and are old. Each charge is its own write: on two replicas
 * one of them takes it out, and where one dies the next run goes on.
 */
export const endCodes =
  ({ endedCodes, now, life }: EndCodesDeps) =>
  async (): Promise<void> => {
    const before = new Date(now().getTime() - KEPT_MS);
    while (!life.isStopping && (await endedCodes.end(before, PAGE)));
  };

import type { Lifecycle } from '@gx/runtime';
import type { CountedCharges } from '../store/counted-charges.ts';
import type { ClaimedCell, StatisticsCells } from '../store/statistics-cells.ts';

type Deps = {
  readonly cells: Pick<StatisticsCells, 'claim' | 'complete'>;
  readonly counted: Pick<CountedCharges, 'count'>;
  readonly life: Pick<Lifecycle, 'isStopping'>;
};

/** One large hour must not hold up the others. */
const AT_ONCE = 4;
/** A cell rests at least so long, and so many times as long as its recompute took. */
const PAUSE = { leastMs: 2_000, times: 20 } as const;

/**
 * Recomputes the statistics cells that are dirty from their charges. Two replicas at one cell do no harm, and
 * whatever line one dies at, the cell stays dirty (docs/adr/0095).
 */
export const recomputeStatistics =
  ({ cells, counted, life }: Deps) =>
  async (): Promise<void> => {
    let isEmpty = false;
    /** Of those at once, the first that finds nothing ends it for all. */
    const next = async (): Promise<ClaimedCell | undefined> => {
      if (isEmpty || life.isStopping) return undefined;
      const claim = await cells.claim();
      isEmpty ||= claim === undefined;
      return claim;
    };
    const work = async (first: ClaimedCell | undefined): Promise<void> => {
      for (let claim = first; claim !== undefined; claim = await next()) {
        const startedAt = performance.now();
        const { rows } = await counted.count(claim);
        const tookMs = performance.now() - startedAt;
        await cells.complete(claim, rows, Math.max(PAUSE.leastMs, PAUSE.times * tookMs));
      }
    };
    const first = await next();
    await Promise.all([work(first), ...Array.from({ length: AT_ONCE - 1 }, async () => work(await next()))]);
  };

import { dice } from '@gx/testkit/faults';
import { DEEDS } from './deeds.ts';
import type { Market } from './market.ts';
import type { Ending } from './scene.ts';

export type LoadOptions = {
  readonly seed: string;
  /** Deeds begun in a second, however long the earlier ones take. */
  readonly perSecond: number;
  /** So many are under way at most: a product that stands still is not buried. */
  readonly atOnce: number;
  /** With the deeds that take a minute and more. */
  readonly slow?: boolean;
};
/** Merchants and payers at work, until they are told to finish. */
export type Load = {
  readonly begun: () => number;
  /** How each charge has to end. */
  readonly endings: readonly Ending[];
  /** Begins nothing more, and waits for what is under way. */
  readonly finish: () => Promise<void>;
};

/** Begins deeds at a steady rate, each as often as its weight says. */
export function startLoad(market: Market, { seed, perSecond, atOnce, slow = false }: LoadOptions): Load {
  const throws = dice(seed);
  const deck = Object.entries(DEEDS)
    .filter(([, row]) => slow || row.slow !== true)
    .flatMap(([name, { weight, deed }]) => Array.from({ length: weight }, () => ({ name, deed })));
  const underWay = new Set<Promise<void>>();
  const endings: Ending[] = [];
  let begun = 0;
  const beginOne = (): void => {
    if (underWay.size >= atOnce) return;
    begun += 1;
    const { name, deed } = throws.pick(deck);
    const done = deed(market.sceneOf(throws.pick(market.merchants), throws.for(`${begun}`)))
      .then((ending) => void endings.push(ending))
      .catch((error: Error) => market.chronicle.problem(`${name}: ${error.message}`))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };
  const timer = setInterval(beginOne, 1_000 / perSecond);
  return {
    endings,
    begun: () => begun,
    finish: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

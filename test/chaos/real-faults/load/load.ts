import { random } from '@gx/testkit/faults';
import { ACTIONS } from './actions.ts';
import type { ExpectedEnd } from './scene.ts';
import type { SystemUnderTest } from './system-under-test.ts';

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
  readonly endings: readonly ExpectedEnd[];
  /** Begins nothing more, and waits for what is under way. */
  readonly finish: () => Promise<void>;
};

/** Begins deeds at a steady rate, each as often as its weight says. */
export function startLoad(sut: SystemUnderTest, { seed, perSecond, atOnce, slow = false }: LoadOptions): Load {
  const throws = random(seed);
  const deck = Object.entries(ACTIONS)
    .filter(([, row]) => slow || row.slow !== true)
    .flatMap(([name, { weight, action }]) => Array.from({ length: weight }, () => ({ name, action })));
  const underWay = new Set<Promise<void>>();
  const endings: ExpectedEnd[] = [];
  let begun = 0;
  const beginOne = (): void => {
    if (underWay.size >= atOnce) return;
    begun += 1;
    const { name, action } = throws.pick(deck);
    const done = action(sut.sceneOf(throws.pick(sut.merchants), throws.for(`${begun}`)))
      .then((ending) => void endings.push(ending))
      .catch((error: Error) => sut.history.problem(`${name}: ${error.message}`))
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

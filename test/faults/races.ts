import { dice, slowPlan } from '@gx/testkit/faults';
import type { FlowName } from './play/flows.ts';
import { play } from './play/schedule.ts';
import { add, newTally, type Tally } from './play/tally.ts';
import { CALM } from './world/fate.ts';
import { eachOnSomeLane, type World } from './world/world.ts';

/** Two things that happen at once, of which one wins: a row more is a race more. */
// biome-ignore format: one row per race, read as a table
export const RACES = {
  'cancel against pay':     'cancelAgainstPay',
  'expire against pay':     'expireAgainstPay',
  'two cancels':            'cancelTwice',
  'refund against refund':  'refundInParts',
  'rotate against use':     'rotate',
  'two sweepers':           'sweepTwice',
  'cancel against card':    'orderCancelAgainstPay',
  'refund against dispute': 'refundThenDispute',
} as const satisfies Readonly<Record<string, FlowName>>;
export type RaceName = keyof typeof RACES;

/** Beside each other, so that one recovery and one look into the books serve many. */
const ROUNDS_PER_SCHEDULE = 4;
/** So often, and at most so long, a call is late: the order in which the two arrive is anybody's guess. */
const LATENESS = { probability: 0.4, msMax: 25 } as const;

export type Raced = { readonly race: RaceName; readonly rounds: number; readonly tally: Tally };

/** Runs each race so many rounds, in whatever order the dice bring the calls; what came of each, as soon as it is over. */
export async function* runRaces(
  world: World,
  { seed, rounds }: { seed: string; rounds: number },
): AsyncGenerator<Raced> {
  for (const race of Object.keys(RACES) as RaceName[]) {
    const tally = newTally();
    const count = Math.ceil(rounds / ROUNDS_PER_SCHEDULE);
    const seeds = Array.from({ length: count }, (_, nth) => `${seed}/${race}/${nth}`);
    await eachOnSomeLane(world, seeds, async (lane, own) => {
      const all = dice(own);
      const fate = { ...CALM, plan: slowPlan(all.for('plan'), LATENESS), replica: all.for('replicas').below };
      const flows = Array.from({ length: ROUNDS_PER_SCHEDULE }, () => RACES[race]);
      const merchants = [flows];
      add(tally, own, await play(lane, { dice: all.for('clients'), merchants, fate, onlyThePlay: true }));
    });
    yield { race, rounds: count * ROUNDS_PER_SCHEDULE, tally };
  }
}

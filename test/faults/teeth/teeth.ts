import { dice } from '@gx/testkit/faults';
import { play } from '../play/schedule.ts';
import { scheduleOf } from '../random.ts';
import type { Lane } from '../world/lane.ts';
import { eachOnSomeLane, type World } from '../world/world.ts';
import { BORDER_DEFECTS } from './border-defects.ts';
import type { Defect } from './defect.ts';
import { STORAGE_DEFECTS } from './storage-defects.ts';

export const DEFECTS: Readonly<Record<string, Defect>> = { ...STORAGE_DEFECTS, ...BORDER_DEFECTS };

export type Bite = {
  readonly defect: string;
  /** Schedules until it was caught; undefined when it never was. */
  readonly schedules: number | undefined;
  /** The general invariants that caught it. */
  readonly by: readonly string[];
};

/** Plants each defect and plays random schedules of the flows that come by it, until the checker says that something is wrong. */
export async function bite(world: World, { seed, most }: { seed: string; most: number }): Promise<Bite[]> {
  const bites: Bite[] = [];
  await eachOnSomeLane(world, Object.entries(DEFECTS), async (lane, [name, defect]) => {
    bites.push(await biteOne(lane, name, defect, { seed, most }));
  });
  return bites.toSorted((a, b) => a.defect.localeCompare(b.defect));
}

async function biteOne(
  lane: Lane,
  name: string,
  defect: Defect,
  { seed, most }: { seed: string; most: number },
): Promise<Bite> {
  const remove = (await defect.plant?.(lane)) ?? (() => undefined);
  lane.tampering = defect.tampering ?? {};
  try {
    for (let nth = 1; nth <= most; nth += 1) {
      const own = `${seed}/${name}/${nth}`;
      const { schedule } = scheduleOf(lane, own);
      const flows = dice(own).for('flows');
      // The mistake has to be met: everything else about the schedule is as random as ever.
      const merchants = [[flows.pick(defect.flows)]];
      const { violations } = await play(lane, { ...schedule, merchants });
      if (violations.length > 0)
        return { defect: name, schedules: nth, by: [...new Set(violations.map(({ invariant }) => invariant))] };
    }
    return { defect: name, schedules: undefined, by: [] };
  } finally {
    lane.tampering = {};
    await remove();
    // What a defect has done to the books or to the memory of an instance is nobody else's to meet.
    await lane.reset();
  }
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

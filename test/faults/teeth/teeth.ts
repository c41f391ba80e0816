import { type Dice, dice, type FaultPlan } from '@gx/testkit/faults';
import { playInTime } from '../play/in-time.ts';
import { scheduleOf } from '../random.ts';
import type { Lane } from '../world/lane.ts';
import { eachOnSomeLane, type World } from '../world/world.ts';
import { BORDER_DEFECTS } from './border-defects.ts';
import { counted } from './counted.ts';
import type { Defect } from './defect.ts';
import { STORAGE_DEFECTS } from './storage-defects.ts';

export const DEFECTS: Readonly<Record<string, Defect>> = { ...STORAGE_DEFECTS, ...BORDER_DEFECTS };

export type Bite = {
  readonly defect: string;
  /** Schedules until it was caught; undefined when it never was. */
  readonly schedules: number | undefined;
  /** The invariants that caught it, and those that are about it. */
  readonly by: readonly string[];
  readonly about: readonly string[];
  /** How often it changed anything; one that never did was not there to be caught. */
  readonly applied: number;
  /** How often the trouble that it needs was made; undefined when it needs none. */
  readonly troubles: number | undefined;
};

export type BiteOptions = {
  readonly seed: string;
  /** Schedules after which a defect counts as not caught. */
  readonly most: number;
  /** Told of each as soon as it is known. */
  readonly onBite: (bite: Bite) => void;
};

/** Plants each defect and plays random schedules of the flows that come by it, until an invariant that is about it says that something is wrong. */
export async function bite(world: World, { onBite, ...options }: BiteOptions): Promise<Bite[]> {
  const bites: Bite[] = [];
  await eachOnSomeLane(world, Object.entries(DEFECTS), async (lane, [name, defect]) => {
    const { isEndless, ...found } = await biteOne(lane, name, defect, options);
    bites.push(found);
    onBite(found);
    return isEndless ? 'lost' : 'done';
  });
  return bites;
}

async function biteOne(
  lane: Lane,
  name: string,
  defect: Defect,
  { seed, most }: Pick<BiteOptions, 'seed' | 'most'>,
): Promise<Bite & { readonly isEndless: boolean }> {
  const { about, tampering = {}, trouble } = defect;
  const by = new Set<string>();
  const count = { applied: 0, troubles: 0 };
  const found = (schedules: number | undefined, isEndless: boolean) => ({
    defect: name,
    schedules,
    by: [...by],
    about,
    isEndless,
    applied: count.applied,
    troubles: trouble && count.troubles,
  });
  const remove = await defect.plant?.(lane);
  // What is planted beside the seam is there from now on.
  if (remove !== undefined) count.applied += 1;
  lane.tampering = counted(tampering, () => {
    count.applied += 1;
  });
  try {
    for (let nth = 1; nth <= most; nth += 1) {
      const own = `${seed}/${name}/${nth}`;
      const { schedule } = scheduleOf(lane, own);
      const flows = dice(own).for('flows');
      // The mistake has to be met: everything else about the schedule is as random as ever.
      const merchants = [[flows.pick(defect.flows)]];
      const plan = troubled(schedule.fate.plan, { trouble, own: flows, made: () => void (count.troubles += 1) });
      const { violations, isEndless } = await playInTime(lane, { ...schedule, merchants, fate: { ...schedule.fate, plan } });
      if (process.env['TMP_SHOW']) for (const v of violations) console.log(`   ${name} ${nth} ${merchants} ${schedule.onlyThePlay} ${v.invariant}: ${v.fault.slice(process.env["TMP_FROM"] ? -Number(process.env["TMP_FROM"]) : 0).slice(0, 2600)}`); // TMP
      for (const { invariant } of violations) by.add(invariant);
      const isCaught = about.some((id) => by.has(id));
      if (isCaught || isEndless) return found(isCaught ? nth : undefined, isEndless);
    }
    return found(undefined, false);
  } finally {
    lane.tampering = {};
    await remove?.();
    // What a defect has done to the books or to the memory of an instance is nobody else's to meet.
    await lane.reset();
  }
}

/** What is wrong with a bite; undefined when the defect was there and was caught by what is about it. */
export function toothache({ defect, schedules, by, about, applied, troubles }: Bite): string | undefined {
  if (applied === 0) return `never applied: ${defect}`;
  if (troubles === 0) return `never in trouble: ${defect}`;
  if (schedules !== undefined) return undefined;
  return `not caught: ${defect} by ${about.join(', ')}, only by ${by.join(', ') || 'nothing'}`;
}

const TROUBLES_MAX = 2;
type Troubling = { readonly trouble: Defect['trouble']; readonly own: Dice; readonly made: () => void };

/** The plan with trouble now and then where a defect needs it. */
function troubled(plan: FaultPlan, { trouble, own, made }: Troubling): FaultPlan {
  if (trouble === undefined) return plan;
  let left = TROUBLES_MAX;
  return {
    meet: (crossing) => {
      const planned = plan.meet(crossing);
      const { service, to, what } = crossing;
      if (left === 0 || !trouble.at.test(`${service} ${to} ${what}`) || !own.chance(0.5)) return planned;
      left -= 1;
      made();
      return trouble.fault;
    },
  };
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

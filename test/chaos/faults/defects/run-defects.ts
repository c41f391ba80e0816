import { type FaultPlan, type Random, random } from '@gx/testkit/faults';
import { playInTime } from '../play/in-time.ts';
import type { Schedule } from '../play/schedule.ts';
import { scheduleOf } from '../random.ts';
import { eachOnSomeWorker, type Sandbox } from '../world/sandbox.ts';
import type { Worker } from '../world/worker.ts';
import { BANK_RETURN_DEFECTS } from './bank-return-defects.ts';
import { BORDER_DEFECTS } from './border-defects.ts';
import { CONFIRM_DEFECTS } from './confirm-defects.ts';
import { counted } from './counted.ts';
import type { Defect } from './defect.ts';
import { OPTION_DEFECTS } from './option-defects.ts';
import { ORDER_DEFECTS } from './order-defects.ts';
import { PAYOUT_DEFECTS } from './payout-defects.ts';
import { STORAGE_DEFECTS } from './storage-defects.ts';
import { WEBHOOK_DEFECTS } from './webhook-defects.ts';

export const DEFECTS: Readonly<Record<string, Defect>> = {
  ...STORAGE_DEFECTS,
  ...WEBHOOK_DEFECTS,
  ...BORDER_DEFECTS,
  ...ORDER_DEFECTS,
  ...OPTION_DEFECTS,
  ...BANK_RETURN_DEFECTS,
  ...PAYOUT_DEFECTS,
  ...CONFIRM_DEFECTS,
};

export type DefectRun = {
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
  /** The invariants that the schedule which caught it breaks without it as well. */
  readonly innocent: readonly string[];
};

export type DefectRunOptions = {
  readonly seed: string;
  /** Schedules after which a defect counts as not caught. */
  readonly most: number;
  /** Told of each as soon as it is known. */
  readonly onRun: (run: DefectRun) => void;
  /** Which are seeded; all of them unless told otherwise. */
  readonly only?: readonly string[];
};

/**
 * What is wrong with a run; undefined when the defect was there and was caught by what is about it, and by
 * nothing without it.
 */
export function missed({ defect, schedules, by, about, applied, troubles, innocent }: DefectRun): string | undefined {
  if (applied === 0) return `never applied: ${defect}`;
  if (schedules !== undefined)
    return innocent.length === 0 ? undefined : `broken without it: ${innocent.join(', ')} of ${defect}`;
  if (troubles === 0) return `never in trouble: ${defect}`;
  return `not caught: ${defect} by ${about.join(', ')}, only by ${by.join(', ') || 'nothing'}`;
}

/**
 * Seeds each defect and plays random schedules of the flows that come by it, until an invariant that is
 * about it says that something is wrong. That schedule is played once more without the defect, and nothing
 * may be wrong.
 */
export async function runDefects(sandbox: Sandbox, { onRun, only, ...hunt }: DefectRunOptions): Promise<DefectRun[]> {
  const runs: DefectRun[] = [];
  const seeded = (only ?? Object.keys(DEFECTS)).map((name) => [name, defectOf(name)] as const);
  await eachOnSomeWorker(sandbox, seeded, async (worker, [name, defect]) => {
    const { isEndless, ...found } = await hunted(worker, { ...hunt, name, defect });
    runs.push(found);
    onRun(found);
    return isEndless ? 'lost' : 'done';
  });
  return runs;
}

function defectOf(name: string): Defect {
  const defect = DEFECTS[name];
  if (defect === undefined) throw new Error(`no defect ${name}: ${Object.keys(DEFECTS).join(', ')}`);
  return defect;
}

type Hunt = Pick<DefectRunOptions, 'seed' | 'most'> & { readonly name: string; readonly defect: Defect };
type Count = { applied: number; troubles: number };

async function hunted(worker: Worker, hunt: Hunt): Promise<DefectRun & { readonly isEndless: boolean }> {
  const { name, defect } = hunt;
  const count: Count = { applied: 0, troubles: 0 };
  const { schedules, by, isEndless } = await withDefect(worker, { defect, count }, () => hunting(worker, hunt, count));
  const caughtBy = schedules === undefined || isEndless ? undefined : `${hunt.seed}/${name}/${schedules}`;
  return {
    defect: name,
    schedules,
    by,
    about: defect.about,
    applied: count.applied,
    troubles: defect.trouble && count.troubles,
    innocent: caughtBy === undefined ? [] : await broken(worker, scheduleWith(worker, caughtBy, defect)),
    isEndless,
  };
}

/** What a defect has done to the books or to the memory of an instance is nobody else's to meet. */
async function withDefect<T>(
  worker: Worker,
  { defect: { plant, tampering = {} }, count }: { readonly defect: Defect; readonly count: Count },
  work: () => Promise<T>,
): Promise<T> {
  const applied = (): void => {
    count.applied += 1;
  };
  const remove = await plant?.(worker);
  // What is seeded beside the fault hook is there from now on.
  if (remove !== undefined) applied();
  worker.tampering = counted(tampering, applied);
  try {
    return await work();
  } finally {
    worker.tampering = {};
    await remove?.();
    await worker.reset();
  }
}

type HuntResult = Pick<DefectRun, 'schedules' | 'by'> & { readonly isEndless: boolean };

async function hunting(worker: Worker, { seed, most, name, defect }: Hunt, count: Count): Promise<HuntResult> {
  const by = new Set<string>();
  const made = (): void => {
    count.troubles += 1;
  };
  for (let nth = 1; nth <= most; nth += 1) {
    const { violations, isEndless } = await playInTime(
      worker,
      scheduleWith(worker, `${seed}/${name}/${nth}`, defect, made),
    );
    for (const { invariant } of violations) by.add(invariant);
    const isCaught = defect.about.some((id) => by.has(id));
    if (isCaught || isEndless) return { schedules: isCaught ? nth : undefined, by: [...by], isEndless };
  }
  return { schedules: undefined, by: [...by], isEndless: false };
}

const broken = async (worker: Worker, schedule: Schedule): Promise<string[]> => [
  ...new Set((await playInTime(worker, schedule)).violations.map(({ invariant }) => invariant)),
];

/**
 * What the seed says, of a flow that comes by the defect: everything else about the schedule is as random as
 * ever.
 */
function scheduleWith(
  worker: Worker,
  own: string,
  { flows, trouble }: Defect,
  made: () => void = () => undefined,
): Schedule {
  const { schedule } = scheduleOf(worker, own);
  const chosen = random(own).for('flows');
  const merchants = [[chosen.pick(flows)]];
  const plan = troubled(schedule.fate.plan, { trouble, own: chosen, made });
  return { ...schedule, merchants, fate: { ...schedule.fate, plan } };
}

const TROUBLES_MAX = 2;
type TroublePlan = { readonly trouble: Defect['trouble']; readonly own: Random; readonly made: () => void };

/** The plan with trouble now and then where a defect needs it. */
function troubled(plan: FaultPlan, { trouble, own, made }: TroublePlan): FaultPlan {
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

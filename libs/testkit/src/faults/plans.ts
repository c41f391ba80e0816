import { type Border, type Crossing, type Fault, type FaultPlan, labelOf, type Side } from './crossing.ts';
import type { Random } from './random.ts';

/** A plan that numbers what it meets. */
const numbered = (decide: (crossing: Crossing) => Fault | undefined): FaultPlan => {
  const met = new Map<string, number>();
  return {
    meet: (unnumbered) => {
      const kind = `${unnumbered.service} ${unnumbered.to} ${unnumbered.what}`;
      const nth = (met.get(kind) ?? 0) + 1;
      met.set(kind, nth);
      return decide({ ...unnumbered, nth });
    },
  };
};

/** Lets everything happen and remembers what there was. */
export function countingPlan(): FaultPlan & { readonly labels: string[] } {
  const labels: string[] = [];
  const plan = numbered((crossing) => {
    labels.push(labelOf(crossing));
    return undefined;
  });
  return { ...plan, labels };
}

/** One fault at one crossing. */
export function singlePlan(label: string, fault: Fault): FaultPlan & { readonly wasMet: () => boolean } {
  let met = false;
  const plan = numbered((crossing) => {
    if (met || labelOf(crossing) !== label) return undefined;
    met = true;
    return fault;
  });
  return { ...plan, wasMet: () => met };
}

/** Dies at its `nth` call, on one side of it; `met` holds every call up to there. */
export function dyingAt(nth: number, side: Side): FaultPlan & { readonly met: string[] } {
  const met: string[] = [];
  return {
    met,
    meet: ({ to, what }) => {
      met.push(`${to} ${what}`);
      return met.length === nth ? { kind: 'die', side } : undefined;
    },
  };
}

/** Nothing goes wrong, but calls take their time: what happens at once happens in every order. */
export const slowPlan = (random: Random, { probability, msMax }: { probability: number; msMax: number }): FaultPlan =>
  numbered((crossing) => {
    const own = random.for(labelOf(crossing));
    return own.chance(probability) ? { kind: 'delay', ms: 1 + own.below(msMax) } : undefined;
  });

/** What may happen at a border; a kind that stands twice happens twice as often. */
// biome-ignore format: one row per border, read as a table
const POSSIBLE: Readonly<Record<Border, readonly Fault['kind'][]>> = {
  mongodb: ['die', 'die', 'fail', 'delay'],
  kafka:   ['die', 'die', 'fail', 'delay', 'twice'],
  redis:   ['die', 'fail', 'delay'],
  bank:    ['die', 'die', 'fail', 'delay', 'twice'],
  webhook: ['die', 'fail', 'delay', 'twice'],
  grpc:    ['die', 'fail', 'delay', 'twice'],
};
/** RPCs that a client may send twice by itself; the others are never repeated below their caller. */
const REPEATED: ReadonlySet<string> = new Set([
  'CreateCharge',
  'CreateRefund',
  'GetAccountSettings',
  'GetCharge',
  'GetSettlement',
  'ReceiveProviderCallback',
  'PlaceHold',
  'CommitHold',
  'VoidHold',
  'ListBankProfiles',
  'RecordActs',
]);
const DELAY_MS_MAX = 60;

export type RandomPlanOptions = {
  readonly random: Random;
  /** Of each crossing. */
  readonly probability: number;
  readonly faultsMax: number;
  readonly deathsMax: number;
  /** Failures in a row make a caller leave a border alone for seconds: more of them would only test that. */
  readonly failuresMaxPerBorder: number;
};

/**
 * Any faults anywhere, by the dice: each crossing has throws of its own, whatever the order in which they
 * come.
 */
export function randomPlan(options: RandomPlanOptions): FaultPlan & { readonly done: string[] } {
  const { random, probability, faultsMax, deathsMax, failuresMaxPerBorder } = options;
  const done: string[] = [];
  const failures = new Map<Border, number>();
  let deaths = 0;
  const plan = numbered((crossing) => {
    const own = random.for(labelOf(crossing));
    if (done.length >= faultsMax || !own.chance(probability)) return undefined;
    const kind = own.pick(POSSIBLE[crossing.to]);
    const fault = faultOf(kind, own, crossing);
    if (fault === undefined) return undefined;
    if (fault.kind === 'die') {
      if (deaths >= deathsMax) return undefined;
      deaths += 1;
    }
    if (fault.kind === 'fail') {
      const count = (failures.get(crossing.to) ?? 0) + 1;
      if (count > failuresMaxPerBorder) return undefined;
      failures.set(crossing.to, count);
    }
    done.push(`${fault.kind}${'side' in fault ? ` ${fault.side}` : ''} ${labelOf(crossing)}`);
    return fault;
  });
  return { ...plan, done };
}

function faultOf(kind: Fault['kind'], own: Random, { service, to, what }: Crossing): Fault | undefined {
  const side = own.chance(0.5) ? 'before' : 'after';
  switch (kind) {
    case 'die':
      // The gateway keeps nothing: its death is a call that fails.
      return service === 'gateway' ? { kind: 'fail', side } : { kind, side };
    case 'fail':
      return { kind, side };
    case 'delay':
      return { kind, ms: 1 + own.below(DELAY_MS_MAX) };
    case 'twice':
      return to === 'grpc' && !REPEATED.has(what) ? undefined : { kind };
  }
}

import { EVENT_HEADERS } from '@gx/contracts';
import { type BusRandom, type FaultPlan, type Random, random, randomPlan } from '@gx/testkit/faults';
import { FLOW_NAMES, type FlowName } from './play/flows.ts';
import { playInTime } from './play/in-time.ts';
import { EVENT_NAMES } from './play/stage.ts';
import { add, type Tally } from './play/tally.ts';
import { CALM, type Fate } from './world/fate.ts';
import { eachOnSomeWorker, type Sandbox } from './world/sandbox.ts';
import type { Worker } from './world/worker.ts';

/** Two of each that keeps something: who dies leaves the other one at work. */
export const REPLICAS = { charge: 2, ledger: 2, refund: 2, payout: 2, webhooks: 2 } as const;

/** How wild a schedule is: the chance of a fault at each crossing. */
const WILDNESS = [0.01, 0.03, 0.08] as const;
const LIMITS = { faultsMax: 8, deathsMax: 3, failuresMaxPerBorder: 3 } as const;
const CANONICAL = EVENT_NAMES.filter((name) => /^(charge|payout)\./.test(name));
const LEGACY = EVENT_NAMES.filter((name) => /^(payment|withdrawal)\./.test(name));

/** What the seed says: who does what, what goes wrong, and in which order things are brought. */
export function scheduleOf(worker: Worker, seed: string) {
  const all = random(seed);
  const flows = (): FlowName[] => Array.from({ length: all.chance(0.25) ? 2 : 1 }, () => all.pick(FLOW_NAMES));
  const merchants = Array.from({ length: all.chance(0.2) ? 2 : 1 }, flows);
  const plan = randomPlan({ random: all.for('plan'), probability: all.pick(WILDNESS), ...LIMITS });
  const fate: Fate = {
    plan: rebalancing(plan, worker, all.for('groups')),
    bus: unreliable(all.for('bus')),
    replica: all.for('replicas').below,
  };
  const subscribed = all.pick([CANONICAL, LEGACY, EVENT_NAMES]);
  return {
    schedule: { random: all.for('clients'), merchants, fate, onlyThePlay: all.chance(0.3), subscribed },
    done: plan.done,
  };
}

const REBALANCE = 0.005;

/** Now and then a group's partitions go to another member while the one that had them is at work. */
function rebalancing(plan: FaultPlan, worker: Worker, own: Random): FaultPlan {
  return {
    meet: (crossing) => {
      if (own.chance(REBALANCE) && worker.bus.groups().length > 0) worker.bus.rebalance(own.pick(worker.bus.groups()));
      return plan.meet(crossing);
    },
  };
}

const AGAIN_MAX = 4;
const LOSSES_MAX = 2;
const LOSS = 0.05;
/** What is told again until somebody answers it. */
const REDELIVERED: ReadonlySet<string> = new Set([
  'charge.payment_accepted',
  'charge.payment_held',
  'charge.return_ordered',
  'charge.returned_by_bank',
  'charge.dispute_opened',
  'charge.dispute_paid',
  'charge.dispute_closed',
  'refund.lost',
  'payout.lost',
  'ledger.entry_posted',
]);

/**
 * What a broker leaves open: how much comes at once, what comes again, which topic is ahead; and what it
 * loses, where that is mended.
 */
function unreliable(own: Random): BusRandom {
  let again = 0;
  let losses = 0;
  const fortune = own.for('losses');
  return {
    batchSize: (waiting) => 1 + own.below(waiting),
    again: () => {
      if (again >= AGAIN_MAX || !own.chance(0.1)) return false;
      again += 1;
      return true;
    },
    delayMs: () => (own.chance(0.3) ? own.below(40) : 0),
    loses: ({ headers }) => {
      if (losses >= LOSSES_MAX || !REDELIVERED.has(headers[EVENT_HEADERS.eventType] ?? '')) return false;
      const isLost = fortune.chance(LOSS);
      if (isLost) losses += 1;
      return isLost;
    },
  };
}

/** `a1b2/0`, `a1b2/1`, … */
export function* seedsFrom(base: string, count: number): Generator<string> {
  for (let nth = 0; nth < count; nth += 1) yield `${base}/${nth}`;
}

export type RandomRun = { readonly seeds: Iterable<string>; readonly isOver?: () => boolean };

export type RandomFigures = { readonly faults: number; readonly deaths: number };

/** Plays seed after seed; what was done to each that failed is told with it. */
export async function playSeeds(sandbox: Sandbox, { seeds, isOver }: RandomRun, tally: Tally): Promise<RandomFigures> {
  let faults = 0;
  const before = deathsOf(sandbox);
  await eachOnSomeWorker(
    sandbox,
    seeds,
    async (worker, seed) => {
      const { schedule, done } = scheduleOf(worker, seed);
      const { evidence, violations, isEndless } = await playInTime(worker, schedule);
      faults += done.length;
      const story = `${schedule.merchants.map((flows) => flows.join('+')).join(' | ')}: ${done.join('; ')}`;
      const detailed = violations.map((one) => ({ ...one, fault: `${one.fault} (${story})` }));
      add(tally, seed, { evidence, violations: detailed });
      return isEndless ? 'lost' : 'done';
    },
    isOver,
  );
  return { faults, deaths: deathsOf(sandbox) - before };
}

/** Plays each flow alone, once, with nothing going wrong: chance may leave a flow out of a short run. */
export async function playEachFlowInPeace(sandbox: Sandbox, tally: Tally): Promise<void> {
  await eachOnSomeWorker(sandbox, FLOW_NAMES, async (worker, flow) => {
    const own = random(flow);
    const played = await playInTime(worker, { random: own, merchants: [[flow]], fate: CALM, onlyThePlay: false });
    add(tally, flow, played);
    return played.isEndless ? 'lost' : 'done';
  });
}

const deathsOf = ({ workers }: Sandbox): number => workers.reduce((sum, { deaths }) => sum + deaths, 0);

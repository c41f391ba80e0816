import { random, slowPlan } from '@gx/testkit/faults';
import type { FlowName } from './play/flows.ts';
import { play } from './play/schedule.ts';
import { add, type Kind, newTally, type Tally } from './play/tally.ts';
import { CALM } from './world/fate.ts';
import { eachOnSomeWorker, type Sandbox } from './world/sandbox.ts';

/**
 * Two things that happen at once, of which one wins; `ends` are what the charge comes to, where that tells
 * who. A row more is a race more.
 */
// biome-ignore format: one row per race, read as a table
const RACES = {
  'cancel against pay':     { flow: 'cancelAgainstPay',      ends: ['paid', 'cancelled'] },
  'expire against pay':     { flow: 'expireAgainstPay',      ends: ['paid', 'expired'] },
  'two cancels':            { flow: 'cancelTwice',           ends: [] },
  'refund against refund':  { flow: 'refundInParts',         ends: [] },
  'rotate against use':     { flow: 'rotate',                ends: [] },
  'two sweepers':           { flow: 'sweepTwice',            ends: [] },
  'cancel against card':    { flow: 'orderCancelAgainstPay', ends: ['orders', 'cancelled'] },
  'card against Pix':       { flow: 'severalPaidAtOnce',     ends: ['paid', 'approved'] },
  'cancel against a way':   { flow: 'severalCancelAgainstCard', ends: ['approved', 'cancelled'] },
  'refund against dispute': { flow: 'refundThenDispute',     ends: [] },
  'payout against payout':  { flow: 'payoutAgainstPayout',   ends: [] },
  'payout against refund':  { flow: 'payoutAgainstRefund',   ends: [] },
  'cancel against send':    { flow: 'payoutCancelAgainstSend', ends: [] },
  'two payouts of a day':   { flow: 'payoutsOverLimit',      ends: [] },
  'refund against a case':  { flow: 'caseAgainstRefund',     ends: [] },
} as const satisfies Readonly<Record<string, { readonly flow: FlowName; readonly ends: readonly Kind[] }>>;
type RaceName = keyof typeof RACES;
/** A side that wins less often than one round in so many was hardly in the race. */
const WINS_ONE_IN = 20;

/** Beside each other, so that one recovery and one look into the books serve many. */
const ROUNDS_PER_SCHEDULE = 4;
/** So often, and at most so long, a call is late: the order in which the two arrive is anybody's guess. */
const LATENESS = { probability: 0.4, msMax: 25 } as const;

export type RaceResult = {
  readonly race: RaceName;
  readonly rounds: number;
  readonly tally: Tally;
  /** How often each side won, where that can be told. */
  readonly wins: Readonly<Partial<Record<Kind, number>>>;
  /** Who won too rarely for the race to say anything. */
  readonly lopsided: readonly string[];
};

/**
 * Runs each race so many rounds, in whatever order the dice bring the calls; what came of each, as soon as it
 * is over.
 */
export async function* runRaces(
  sandbox: Sandbox,
  { seed, rounds }: { seed: string; rounds: number },
): AsyncGenerator<RaceResult> {
  for (const race of Object.keys(RACES) as RaceName[]) {
    const tally = newTally();
    const count = Math.ceil(rounds / ROUNDS_PER_SCHEDULE);
    const seeds = Array.from({ length: count }, (_, nth) => `${seed}/${race}/${nth}`);
    await eachOnSomeWorker(sandbox, seeds, async (worker, own) => {
      const all = random(own);
      const fate = { ...CALM, plan: slowPlan(all.for('plan'), LATENESS), replica: all.for('replicas').below };
      const flows = Array.from({ length: ROUNDS_PER_SCHEDULE }, () => RACES[race].flow);
      const merchants = [flows];
      add(tally, own, await play(worker, { random: all.for('clients'), merchants, fate, onlyThePlay: true }));
    });
    yield judged(race, count * ROUNDS_PER_SCHEDULE, tally);
  }
}

function judged(race: RaceName, rounds: number, tally: Tally): RaceResult {
  const wins = Object.fromEntries(RACES[race].ends.map((kind) => [kind, tally.kinds[kind]]));
  const few = Object.entries(wins).filter(([, count]) => count < Math.floor(rounds / WINS_ONE_IN));
  return { race, rounds, tally, wins, lopsided: few.map(([kind, count]) => `${race}: ${kind} ${count} of ${rounds}`) };
}

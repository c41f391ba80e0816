import { cpuSeconds, machineTimes } from './cpu.ts';
import { drive, poolFor, type Round, type Target } from './load.ts';

/** One side of a comparison: what to call, and the processes whose CPU it uses. */
export type Side = {
  readonly name: string;
  readonly target: Target;
  readonly processes: Readonly<Record<string, number>>;
};
export type SideRound = Round & { readonly cpuMicros: Readonly<Record<string, number>> };
export type Comparison = {
  readonly rounds: readonly Readonly<Record<string, SideRound>>[];
  readonly stealPercent: readonly number[];
};
export type CompareOptions = {
  readonly rounds: number;
  readonly requests: number;
  readonly inFlight: number;
  readonly warmUp: number;
};

/**
 * Runs the sides in turn, forwards in one round and backwards in the next, so that a machine that changes its
 * speed changes it for all; only ratios within a round are worth quoting.
 */
export async function compare(sides: readonly Side[], options: CompareOptions): Promise<Comparison> {
  const pools = new Map(sides.map((side) => [side.name, poolFor(side.target.origin, options.inFlight)]));
  const run = async (side: Side, requests: number): Promise<SideRound> => {
    const before = Object.entries(side.processes).map(([name, pid]) => [name, cpuSeconds(pid)] as const);
    const pool = pools.get(side.name);
    if (pool === undefined) throw new Error(`no pool for ${side.name}`);
    const round = await drive(pool, side.target, requests, options.inFlight);
    const cpuMicros = before.map(([name, seconds]) => [
      name,
      ((cpuSeconds(side.processes[name] ?? 0) - seconds) * 1e6) / requests,
    ]);
    return { ...round, cpuMicros: Object.fromEntries(cpuMicros) };
  };
  for (const side of sides) await run(side, options.warmUp);
  const rounds: Record<string, SideRound>[] = [];
  const stealPercent: number[] = [];
  for (let index = 0; index < options.rounds; index += 1) {
    const before = machineTimes();
    const results: Record<string, SideRound> = {};
    for (const side of index % 2 === 0 ? sides : sides.toReversed())
      results[side.name] = await run(side, options.requests);
    const after = machineTimes();
    rounds.push(results);
    stealPercent.push((100 * (after.steal - before.steal)) / (after.total - before.total));
  }
  await Promise.all([...pools.values()].map((pool) => pool.close()));
  return { rounds, stealPercent };
}

export type Spread = { readonly median: number; readonly min: number; readonly max: number };
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return { median: median ?? Number.NaN, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** Median of the per-round ratios of requests per second, with their spread. */
export const ratio = ({ rounds }: Comparison, numerator: string, denominator: string): Spread =>
  spread(rounds.map((round) => (round[numerator]?.perSecond ?? 0) / (round[denominator]?.perSecond ?? 1)));

export const showSpread = ({ median, min, max }: Spread, digits = 2): string =>
  `${median.toFixed(digits)} (${min.toFixed(digits)}..${max.toFixed(digits)})`;

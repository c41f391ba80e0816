import { cpuSeconds, stolenPercent } from './cpu.ts';

/** Latencies are those of a caller who waits; there are none where nobody does. */
export type Figures = { readonly perSecond: number; readonly p50Ms?: number; readonly p99Ms?: number };
/** What is measured in turn with others: so many operations, and the processes whose CPU they take. */
export type Side = {
  readonly name: string;
  readonly operations: number;
  readonly run: (operations: number) => Promise<Figures>;
  readonly processes: Readonly<Record<string, number>>;
};
type SideRound = Figures & { readonly cpuMicros: Readonly<Record<string, number>> };
/** By the names of sides. */
export type Rounds = readonly Readonly<Record<string, SideRound>>[];

/**
 * Runs the sides in turn, forwards in one round and backwards in the next, so that a machine that changes its
 * speed changes it for all.
 */
export async function measure(sides: readonly Side[], rounds: number): Promise<Rounds> {
  const results: Record<string, SideRound>[] = [];
  const stolen: number[] = [];
  for (let nth = 0; nth < rounds; nth += 1) {
    const round: Record<string, SideRound> = {};
    const percent = stolenPercent();
    for (const side of nth % 2 === 0 ? sides : sides.toReversed()) round[side.name] = await timed(side);
    stolen.push(percent());
    results.push(round);
  }
  console.log(`${rounds} rounds, interleaved; stolen CPU per round, percent: ${showSpread(spread(stolen), 1)}`);
  return results;
}

async function timed({ operations, run, processes }: Side): Promise<SideRound> {
  const before = Object.entries(processes).map(([name, pid]) => [name, pid, cpuSeconds(pid)] as const);
  const figures = await run(operations);
  const cpuMicros = before.map(([name, pid, seconds]) => [name, ((cpuSeconds(pid) - seconds) * 1e6) / operations]);
  return { ...figures, cpuMicros: Object.fromEntries(cpuMicros) };
}

export type Spread = { readonly median: number; readonly min: number; readonly max: number };
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return { median: median ?? Number.NaN, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

export const showSpread = ({ median, min, max }: Spread, digits = 2): string =>
  `${median.toFixed(digits)} (${min.toFixed(digits)}..${max.toFixed(digits)})`;

/** Of the rates within each round. */
export const ratioOf = (rounds: Rounds, numerator: string, denominator: string): string =>
  showSpread(spread(rounds.map((round) => (round[numerator]?.perSecond ?? 0) / (round[denominator]?.perSecond ?? 1))));

/** What a process takes that has nothing to do with the operation. */
const IDLE_MICROS = 20;

/** Of all processes of a side together, in µs an operation. */
export const cpuOf = (round: Rounds[number], name: string): number =>
  Object.values(round[name]?.cpuMicros ?? {}).reduce((sum, micros) => sum + micros, 0);

/** Rate, latencies and CPU an operation of each side, as medians with their spread. */
export function printSides(rounds: Rounds, sides: readonly Side[], unit: string): void {
  const width = Math.max(...sides.map(({ name }) => name.length));
  for (const { name, operations, processes } of sides) {
    const of = (pick: (round: SideRound) => number | undefined): Spread =>
      spread(rounds.map((round) => pick(round[name] as SideRound) ?? Number.NaN));
    const [p50, p99] = [of(({ p50Ms }) => p50Ms), of(({ p99Ms }) => p99Ms)];
    const rate = showSpread(
      of(({ perSecond }) => perSecond),
      0,
    );
    const latencies = Number.isNaN(p50.median) ? '' : `   p50 ms ${showSpread(p50, 1)}, p99 ms ${showSpread(p99, 1)}`;
    const each = Object.keys(processes)
      .map((process) => ({ process, micros: of(({ cpuMicros }) => cpuMicros[process]).median }))
      .filter(({ micros }) => micros >= IDLE_MICROS)
      .map(({ process, micros }) => `${process} ${micros.toFixed(0)}`);
    console.log(`${name.padEnd(width)}   ${rate} ${unit}s a second, ${operations} a round${latencies}`);
    if (each.length > 0) {
      const all = showSpread(spread(rounds.map((round) => cpuOf(round, name))), 0);
      console.log(`${''.padEnd(width)}   CPU, µs a ${unit}: ${all}: ${each.join(', ')}`);
    }
  }
}

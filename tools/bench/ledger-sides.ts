import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Servers } from '@gx/stack';
import { type Spread, showSpread, spread } from './compare.ts';
import { cpuSeconds, machineTimes } from './cpu.ts';
import type { Answer, WorkerFigures, WorkerOrder } from './ledger-worker.ts';

/** A contestant: how it is called, who does its work, how many credits a round gives it. */
export type Contestant = {
  readonly name: string;
  readonly credits: number;
  readonly run: (credits: number) => Promise<WorkerFigures>;
  readonly processes: Readonly<Record<string, number>>;
};
export type ContestRound = WorkerFigures & { readonly cpuMicros: Readonly<Record<string, number>> };
export type Contest = {
  readonly rounds: readonly Readonly<Record<string, ContestRound>>[];
  readonly stealPercent: readonly number[];
};

/**
 * Contestants take turns, forwards in one round and backwards in the next; only ratios within a round are
 * quoted.
 */
export async function contest(contestants: readonly Contestant[], rounds: number): Promise<Contest> {
  const results: Record<string, ContestRound>[] = [];
  const stealPercent: number[] = [];
  for (let nth = 0; nth < rounds; nth += 1) {
    const before = machineTimes();
    const round: Record<string, ContestRound> = {};
    for (const contestant of nth % 2 === 0 ? contestants : contestants.toReversed()) {
      round[contestant.name] = await timed(contestant);
    }
    const after = machineTimes();
    results.push(round);
    stealPercent.push((100 * (after.steal - before.steal)) / (after.total - before.total));
  }
  return { rounds: results, stealPercent };
}

async function timed({ credits, run, processes }: Contestant): Promise<ContestRound> {
  const before = Object.entries(processes).map(([name, pid]) => [name, pid, cpuSeconds(pid)] as const);
  const done = await run(credits);
  const cpuMicros = before.map(([name, pid, seconds]) => [name, ((cpuSeconds(pid) - seconds) * 1e6) / credits]);
  return { ...done, cpuMicros: Object.fromEntries(cpuMicros) };
}

/** Median of the ratios within each round, with their spread. */
export const ratioOf = ({ rounds }: Contest, numerator: string, denominator: string): Spread =>
  spread(rounds.map((round) => (round[numerator]?.perSecond ?? 0) / (round[denominator]?.perSecond ?? 1)));

export const medianRate = ({ rounds }: Contest, name: string): number =>
  spread(rounds.map((round) => round[name]?.perSecond ?? 0)).median;

/** Rates, latencies and CPU per credit of each contestant, as medians with their spread. */
export function printContest({ rounds, stealPercent }: Contest, contestants: readonly Contestant[]): void {
  console.log(`stolen CPU per round, percent: ${showSpread(spread(stealPercent), 1)}\n`);
  const width = Math.max(...contestants.map(({ name }) => name.length));
  for (const { name, processes } of contestants) {
    const of = (pick: (round: ContestRound) => number) =>
      spread(rounds.map((round) => pick(round[name] as ContestRound)));
    const rate = showSpread(
      of(({ perSecond }) => perSecond),
      0,
    );
    const latency = (label: string, pick: (round: ContestRound) => number | undefined) =>
      rounds.every((round) => pick(round[name] as ContestRound) === undefined)
        ? ''
        : `  ${label} ms ${showSpread(
            of((round) => pick(round) ?? Number.NaN),
            1,
          )}`;
    const latencies = latency('p50', ({ p50Ms }) => p50Ms) + latency('p99', ({ p99Ms }) => p99Ms);
    console.log(`${name.padEnd(width)}  credits/s ${rate}${latencies}`);
    const cpu = Object.keys(processes).map(
      (process) =>
        `${process} ${showSpread(
          of(({ cpuMicros }) => cpuMicros[process] ?? 0),
          0,
        )}`,
    );
    console.log(`${''.padEnd(width)}  CPU µs/credit: ${cpu.join(', ')}`);
  }
}

/** CPU of servers that this run started; those that were given belong to somebody else's machine. */
export const serverPids = ({ handles }: Servers, names: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    Object.values(handles ?? {})
      .filter(({ name }) => names.includes(name))
      .map((handle) => [handle.name, handle.pid() ?? 0]),
  );

export type Worker = {
  readonly pid: number;
  readonly run: (order: WorkerOrder) => Promise<WorkerFigures>;
  /** How many credits stand on its side, by its own balances. */
  readonly credited: () => Promise<number>;
  readonly stop: () => void;
};

/** Starts one side in a process of its own. */
export async function startWorker(side: 'gx' | 'medici', mongoUrl: string, db: string): Promise<Worker> {
  const child = fork(join(import.meta.dirname, 'ledger-worker.ts'), [side, mongoUrl, db], {
    // The same flag on both sides, and the one that our services run with.
    execArgv: ['--max-semi-space-size=64'],
  });
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`${side} ended with ${code}`);
  });
  died.catch(() => 'told to the caller that waits for an answer');
  const answered = async (): Promise<Answer> => {
    const [answer] = (await Promise.race([once(child, 'message'), died])) as [Answer];
    if ('failed' in answer) throw new Error(answer.failed);
    return answer;
  };
  const ask = (message: WorkerOrder | 'count'): Promise<Answer> => {
    const answer = answered();
    child.send(message);
    return answer;
  };
  await answered();
  return {
    pid: child.pid ?? 0,
    run: async (order) => {
      const answer = await ask(order);
      if (!('done' in answer)) throw new Error(`${side} gave no result`);
      return answer.done;
    },
    credited: async () => {
      const answer = await ask('count');
      return 'credited' in answer ? answer.credited : Number.NaN;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

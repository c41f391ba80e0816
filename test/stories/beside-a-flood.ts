import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import type { Stack } from './stack.ts';

export type FloodMessage = 'start' | 'stop';
/** How much of a flood came to what. */
export type FloodReport = Readonly<Record<string, number>>;

const REQUESTS = 100;
const EVERY_MS = 25;
/** The level that has to be met, and what a machine of two cores adds where a third process wants one. */
const ALLOWED = { times: 2, moreMs: 20 } as const;

/** How long requests with an API key take, so many a second; none of them may be refused. */
export async function readCharge(
  t: ExecutionContext,
  { gateway, accounts }: Stack,
  id: string,
): Promise<readonly number[]> {
  const headers = { apikey: accounts[0]?.testKey ?? '' };
  const times: number[] = [];
  let nextAt = performance.now();
  for (let nth = 0; nth < REQUESTS; nth += 1) {
    const startedAt = performance.now();
    const answer = await fetch(`${gateway}/v1/charges/${id}`, { headers });
    await answer.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (answer.status !== 200) t.fail(`request ${nth} got ${answer.status}`);
    nextAt += EVERY_MS;
    await setTimeout(Math.max(0, nextAt - performance.now()));
  }
  return times;
}

/** A flood that a process of its own makes, so that what it costs is not the measurement's. */
export async function openFlood(t: ExecutionContext, file: string, { gateway }: Stack) {
  const flood = fork(join(import.meta.dirname, file), [gateway]);
  t.teardown(() => flood.kill());
  await once(flood, 'message');
  const send = (message: FloodMessage): boolean => flood.send(message);
  return {
    start: () => send('start'),
    async stop(): Promise<FloodReport> {
      const report = once(flood, 'message');
      send('stop');
      return (await report)[0] as FloodReport;
    },
  };
}

/** Of several floods together. */
export function totalOf(reports: readonly FloodReport[]): FloodReport {
  const all = Object.groupBy(reports.flatMap(Object.entries), ([name]) => name);
  return Object.fromEntries(
    Object.entries(all).map(([name, some = []]) => [name, some.reduce((sum, [, count]) => sum + count, 0)]),
  );
}

/** Prints how long the requests of others took, and holds those beside a flood to the level. */
export function judge(t: ExecutionContext, alone: readonly number[], beside: readonly number[]): void {
  t.log(
    `GET /v1/charges/{id}: alone ${figures(alone)}, beside the flood ${figures(beside)}, 0 of ${beside.length} refused`,
  );
  t.log(`p99: ${(at(beside, 0.99) / at(alone, 0.99)).toFixed(2)} times`);
  t.true(at(beside, 0.99) <= at(alone, 0.99) * ALLOWED.times + ALLOWED.moreMs);
}

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

export const figures = (values: readonly number[]): string =>
  [0.5, 0.9, 0.99].map((share) => `p${share * 100} ${at(values, share).toFixed(1)} ms`).join(', ');

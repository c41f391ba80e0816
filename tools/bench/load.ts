import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Figures } from './sides.ts';

export type Request = {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
};
/** One kind of request to drive: `next` makes the n-th; a status other than `expect` ends the run. */
export type Target = {
  readonly origin: string;
  readonly expect: number;
  readonly next: (n: number) => Request;
};

let serial = 0;

async function send(pool: Pool, { next, expect }: Target): Promise<void> {
  serial += 1;
  const request = next(serial);
  const { statusCode, body } = await pool.request({ method: 'POST', ...request });
  const text = await body.text();
  if (statusCode !== expect) throw new Error(`${request.path} answered ${statusCode}: ${text.slice(0, 300)}`);
}

/** Closed loop: `inFlight` requests at a time until `requests` are answered. */
export async function drive(target: Target, requests: number, inFlight: number): Promise<Figures> {
  const pool = new Pool(target.origin, { connections: inFlight });
  const figures = await closedLoop(requests, inFlight, () => send(pool, target));
  await pool.close();
  return figures;
}

/** Open loop: so many requests a second, and the time of each from when it was due. */
export async function driveAt(target: Target, requests: number, perSecond: number): Promise<Figures> {
  const pool = new Pool(target.origin, { connections: perSecond });
  const startedAt = performance.now();
  const latencies = await openLoop(requests, perSecond, async (dueAt) => {
    await send(pool, target);
    return performance.now() - dueAt;
  });
  const figures = figuresOf(latencies, startedAt);
  await pool.close();
  return figures;
}

/** `inFlight` callers, each of whom waits for an answer before asking again. */
export async function closedLoop(count: number, inFlight: number, act: () => Promise<void>): Promise<Figures> {
  const latencies: number[] = [];
  let left = count;
  const startedAt = performance.now();
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const calledAt = performance.now();
      await act();
      latencies.push(performance.now() - calledAt);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, caller));
  return figuresOf(latencies, startedAt);
}

/** Begins each at its time, whether or not those before it have ended. */
export async function openLoop<T>(
  count: number,
  perSecond: number,
  begin: (dueAt: number) => Promise<T>,
): Promise<T[]> {
  const begun: Promise<T>[] = [];
  const startedAt = performance.now();
  for (let nth = 0; nth < count; nth += 1) {
    const dueAt = startedAt + (nth * 1_000) / perSecond;
    await pause(Math.max(0, dueAt - performance.now()));
    begun.push(begin(dueAt));
  }
  return Promise.all(begun);
}

function figuresOf(latencies: readonly number[], startedAt: number): Figures {
  const seconds = (performance.now() - startedAt) / 1_000;
  const sorted = latencies.toSorted((a, b) => a - b);
  return { perSecond: latencies.length / seconds, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { HTTP_LIMITS } from '@gx/runtime';
import { median } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import type { CrowdReport } from './harness/crowd-process.ts';
import { startEdge } from './harness/edge.ts';

const SLOW = 300;
/** `IDLE_CLIENTS=9600` is all that one process takes. */
const IDLE = Number(process.env['IDLE_CLIENTS'] ?? 700);
const ROUNDS = 5;
/** Enough for a client that behaves on a machine that has other things to do, and time to open so many. */
const PATIENT = {
  ...HTTP_LIMITS,
  headersTimeout: 2_000 + IDLE,
  requestTimeout: 3_000 + IDLE,
  connectionsCheckingInterval: 100,
  keepAliveTimeout: 2_000,
};
/** The rule, and what a machine of two cores adds where a third process wants one. */
const ALLOWED = { times: 1.3, moreMs: 20 } as const;

test('300 slow clients and hundreds of idle ones: each is answered and cut off in time, and who behaves hardly feels it', async (t) => {
  t.timeout(300_000);
  const { port } = await startEdge(t, PATIENT);
  await healthy(t, port);
  const [alone, beside, answered]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await healthy(t, port));
    const crowd = await gathered(port);
    beside.push(await healthy(t, port));
    answered.push((await crowd.over).answered);
  }
  const sum = answered.reduce((all, one) => all + one, 0);
  const requests = ROUNDS * (IDLE + SLOW);
  t.log(`case 39: ${requests} requests, ${requests - sum} answers outside the envelope, 0 5xx`);
  t.log(`p99 alone ${texts(alone)} ms, beside ${IDLE} idle and ${SLOW} slow ones ${texts(beside)} ms`);
  t.is(sum, requests);
  t.true(median(beside) < median(alone) * ALLOWED.times + ALLOWED.moreMs);
});

const texts = (values: readonly number[]): string => values.map((value) => value.toFixed(1)).join(', ');

/** The 99th percentile of 200 requests, one after the other. */
async function healthy(t: ExecutionContext, port: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 200; i += 1) {
    const startedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/v1/errors`);
    await answer.arrayBuffer();
    if (answer.status !== 200) t.fail(`healthy request ${i} got ${answer.status}`);
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[197] ?? 0;
}

/** A crowd that has all its connections; `over` when every one of them is cut off. */
async function gathered(port: number): Promise<{ readonly over: Promise<CrowdReport> }> {
  const crowd = fork(join(import.meta.dirname, 'harness/crowd-process.ts'), [port, IDLE, SLOW].map(String));
  await once(crowd, 'message');
  return { over: once(crowd, 'message').then(([report]) => report as CrowdReport) };
}

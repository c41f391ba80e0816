import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { LIMITS } from '../src/edge/http-server.ts';
import { GET, LOGIN, startEdge } from './harness/edge.ts';

const SLOW = 300;
const IDLE = 700;
const ROUNDS = 3;
const DRIP_MS = 100;
/** Enough for whoever behaves on a machine that has other things to do. */
const PATIENT = {
  ...LIMITS,
  headersTimeout: 2_000,
  requestTimeout: 3_000,
  connectionsCheckingInterval: 100,
  keepAliveTimeout: 2_000,
};
/** The clients run in the process of the edge, and what they cost is theirs; on a machine of its own the rule is 1.3. */
const ALLOWED = { times: 2, moreMs: 50 } as const;

test('300 slow clients and 700 idle ones: each is cut off in time, the slow with an answer, and who behaves hardly notices', async (t) => {
  t.timeout(240_000);
  const { port } = await startEdge(t, PATIENT);
  await healthy(t, port);
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await healthy(t, port));
    const idle = await Promise.all(Array.from({ length: IDLE }, () => opened(port)));
    const slow = await Promise.all(Array.from({ length: SLOW }, (_, i) => dripping(port, BEGINNINGS[i % 2] ?? GET)));
    beside.push(await healthy(t, port));
    await until('all are cut off', () => [...idle, ...slow].every(({ socket }) => socket.destroyed));
    const answered = slow.filter(({ text }) => text().startsWith('HTTP/1.1 400') && text().includes('"request_id"'));
    t.is(answered.length, SLOW);
  }
  t.log(`p99 alone ${texts(alone)} ms, beside them ${texts(beside)} ms`);
  t.true(median(beside) < median(alone) * ALLOWED.times + ALLOWED.moreMs);
});

const BEGINNINGS = [`${GET}X-A: `, `${LOGIN}Content-Length: 10000\r\n\r\n{`];
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const texts = (values: readonly number[]): string => values.map((value) => value.toFixed(1)).join(', ');

/** The 99th percentile of 200 requests on one connection each after the other. */
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

type Open = { readonly socket: Socket; readonly text: () => string };

async function opened(port: number): Promise<Open> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  return { socket, text: () => text };
}

/** Sends a beginning and then one byte at a time, for as long as it is let. */
async function dripping(port: number, beginning: string): Promise<Open> {
  const open = await opened(port);
  open.socket.write(beginning);
  const drip = setInterval(() => open.socket.write('a'), DRIP_MS);
  open.socket.on('close', () => clearInterval(drip));
  return open;
}

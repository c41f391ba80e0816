import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import type { FloodMessage, FloodReport } from './login-flood-process.ts';
import { BEHIND_TESTS, type LoginBody, logInFrom } from './login-from.ts';
import { openLogin } from './shop.ts';
import { type Stack, startStack } from './stack.ts';

const test = anyTest as TestFn<{ stack: Stack }>;
/** One with a flood and one without, in turn: what else the machine does is in both. */
const ROUNDS = 12;
const REQUESTS = 100;
const EVERY_MS = 25;
const LOGINS = 5;
/** The level that has to be met, and what a machine of two cores adds where a third process wants one. */
const ALLOWED = { times: 2, moreMs: 20 } as const;

test.before(async (t) => {
  const gateway = { ...BEHIND_TESTS, RATE_LIMIT_TEST_PER_MINUTE: '1000000' };
  t.context.stack = await startStack({ overrides: { gateway } });
});
test.after.always((t) => t.context.stack?.stop());

test('a flood of logins from twenty addresses: an owner’s login from a known address gets in each time, requests with keys have twice their p99 at most', async (t) => {
  t.timeout(300_000);
  const { stack } = t.context;
  const { body } = await stack.merchant.create({ amount: 1_000 });
  const read = () => readCharge(t, stack, body.id);
  const flood = await openFlood(t, stack);
  const [alone, beside, logins]: [number[], number[], number[]] = [[], [], []];
  const reports: FloodReport[] = [];
  await read();
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = { ...(await openLogin(stack)), home: `198.51.100.${round}` };
    t.is((await logInFrom(stack.gateway, owner.home, owner)).status, 200);
    alone.push(...(await read()));
    flood.start();
    const [times, loginTimes] = await Promise.all([read(), logIn(t, stack, owner)]);
    reports.push(await flood.stop());
    beside.push(...times);
    logins.push(...loginTimes);
  }
  const answers = Object.groupBy(reports.flatMap(Object.entries), ([status]) => status);
  const counts = Object.entries(answers).map(([status, all]) => [status, sum((all ?? []).map(([, count]) => count))]);
  t.log(
    `GET /v1/charges/{id}: alone ${figures(alone)}, beside the flood ${figures(beside)}, 0 of ${beside.length} refused`,
  );
  t.log(`p99: ${(at(beside, 0.99) / at(alone, 0.99)).toFixed(2)} times`);
  t.log(`${logins.length} logins from known addresses: all let in, ${figures(logins)}`);
  t.log(`the flood: ${counts.map(([status, count]) => `${count} x ${status}`).join(', ')}`);
  t.deepEqual(
    counts.map(([status]) => status),
    ['401', '429'],
  );
  t.true(at(beside, 0.99) <= at(alone, 0.99) * ALLOWED.times + ALLOWED.moreMs);
});

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const figures = (values: readonly number[]): string =>
  [0.5, 0.9, 0.99].map((share) => `p${share * 100} ${at(values, share).toFixed(1)} ms`).join(', ');

/** How long requests with an API key take, so many a second; none of them may be refused. */
async function readCharge(t: ExecutionContext, { gateway, accounts }: Stack, id: string): Promise<number[]> {
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

type Owner = LoginBody & { readonly home: string };

/** How long the logins of an owner take, from where the owner logged in before. */
async function logIn(t: ExecutionContext, { gateway }: Stack, owner: Owner): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < LOGINS; nth += 1) {
    const startedAt = performance.now();
    t.is((await logInFrom(gateway, owner.home, owner)).status, 200);
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function openFlood(t: ExecutionContext, { gateway }: Stack) {
  const process = fork(join(import.meta.dirname, 'login-flood-process.ts'), [gateway]);
  t.teardown(() => process.kill());
  await once(process, 'message');
  const send = (message: FloodMessage): boolean => process.send(message);
  return {
    start: () => send('start'),
    async stop(): Promise<FloodReport> {
      const report = once(process, 'message');
      send('stop');
      return (await report)[0] as FloodReport;
    },
  };
}

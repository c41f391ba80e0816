import { performance } from 'node:perf_hooks';
import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import { type FloodReport, figures, judge, openFlood, readCharge, totalOf } from './beside-a-flood.ts';
import { BEHIND_TESTS, type LoginBody, logInFrom } from './login-from.ts';
import { openLogin } from './shop.ts';
import { type Stack, startStack } from './stack.ts';

const test = anyTest as TestFn<{ stack: Stack }>;
/** One with a flood and one without, in turn: what else the machine does is in both. */
const ROUNDS = 12;
const LOGINS = 5;

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
  const flood = await openFlood(t, 'login-flood-process.ts', stack);
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
  const counts = totalOf(reports);
  t.log(`${logins.length} logins from known addresses: all let in, ${figures(logins)}`);
  t.log(
    `the flood: ${Object.entries(counts)
      .map(([status, count]) => `${count} x ${status}`)
      .join(', ')}`,
  );
  t.deepEqual(Object.keys(counts), ['401', '429']);
  judge(t, alone, beside);
});

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

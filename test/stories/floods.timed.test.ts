import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import { type FloodReport, judge, openFlood, readCharge, totalOf } from './beside-a-flood.ts';
import { BEHIND_TESTS } from './login-from.ts';
import { type Stack, startStack } from './stack.ts';

const test = anyTest as TestFn<{ stack: Stack }>;

test.before(async (t) => {
  const gateway = {
    ...BEHIND_TESTS,
    RATE_LIMIT_TEST_PER_MINUTE: '1000000',
    // As many as a deployment allows by itself.
    CONNECTIONS_PER_ADDRESS: undefined,
  };
  t.context.stack = await startStack({ overrides: { gateway } });
});
test.after.always((t) => t.context.stack?.stop());

/** What became of a flood that was made several times, while others read a charge of theirs. */
async function beside(t: ExecutionContext<{ stack: Stack }>, file: string, rounds: number): Promise<FloodReport> {
  const { stack } = t.context;
  const { body } = await stack.merchant.create({ amount: 1_000 });
  const read = () => readCharge(t, stack, body.id);
  const flood = await openFlood(t, file, stack);
  const [alone, others]: [number[], number[]] = [[], []];
  const reports: FloodReport[] = [];
  await read();
  // One with a flood and one without, in turn: what else the machine does is in both.
  for (let round = 0; round < rounds; round += 1) {
    alone.push(...(await read()));
    flood.start();
    others.push(...(await read()));
    reports.push(await flood.stop());
  }
  const total = totalOf(reports);
  t.log(
    `the flood: ${Object.entries(total)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}`,
  );
  judge(t, alone, others);
  return total;
}

test.serial(
  'ten thousand connections of one address that stay: 500 at most are held, requests of others have twice their p99 at most',
  async (t) => {
    t.timeout(180_000);
    const rounds = 6;
    const { served = 0, refused = 0, closed = 0, failed } = await beside(t, 'connection-flood-process.ts', rounds);
    t.is(served + refused + closed, rounds * 10_000);
    t.true(served > 0 && served <= rounds * 500);
    t.true(refused > 0);
    t.is(failed, 0);
  },
);

test.serial(
  'a thousand keys a minute that nobody has: each is refused, requests of others have twice their p99 at most',
  async (t) => {
    t.timeout(180_000);
    const { 401: unauthorized = 0, 429: limited = 0, ...others } = await beside(t, 'key-flood-process.ts', 12);
    t.true(unauthorized > 0);
    t.true(unauthorized + limited > 400);
    t.deepEqual(others, {});
  },
);

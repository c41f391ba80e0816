import { servers } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { createClient } from 'redis';
import { logFigures } from './harness/counted.ts';
import { type GatewayResponse, startEdge, statuses, wallets } from './harness/gateway.ts';
import { moveWindow } from './harness/move-window.ts';

const LIMIT = 20;
const BUCKETS = 61;
const counted: GatewayResponse[] = [];
test.after('every answer is counted', (t) => logFigures(t, 40, counted));

/** A key of a gateway, and its window in Redis, whose clock can be moved against it. */
async function window(t: ExecutionContext) {
  const { url, keys, redisPrefix } = await startEdge(t, { RATE_LIMIT_TEST_PER_MINUTE: String(LIMIT) });
  const redis = await createClient({ url: servers().redisUrl }).connect();
  t.teardown(() => redis.destroy());
  const key = keys.state.issue();
  return {
    async ask(count: number): Promise<GatewayResponse[]> {
      const answers = await Promise.all(Array.from({ length: count }, () => wallets(url, key)));
      counted.push(...answers);
      return answers;
    },
    /** What was taken now, was taken so many seconds ago; a negative number is a clock that was put back. */
    pass: (seconds: number) => moveWindow(redis, `${redisPrefix}rate:*`, seconds),
  };
}

test.serial('what was taken at the end of one minute counts at the beginning of the next', async (t) => {
  const { ask, pass } = await window(t);
  t.deepEqual(statuses(await ask(LIMIT - 5)), { 200: LIMIT - 5 });
  await pass(58);
  t.deepEqual(statuses(await ask(LIMIT)), { 200: 5, 429: LIMIT - 5 });
  await pass(4);
  t.deepEqual(statuses(await ask(LIMIT)), { 200: LIMIT - 5, 429: 5 }, 'those of the first minute are over');
});

for (const [how, seconds] of [
  ['put back by a second', -1],
  ['put back by most of a minute', -45],
  ['put forward by most of a minute', 45],
] as const)
  test.serial(`a clock that is ${how} gives nobody a second limit`, async (t) => {
    const { ask, pass } = await window(t);
    t.deepEqual(statuses(await ask(LIMIT)), { 200: LIMIT });
    await pass(seconds);
    const answers = await ask(LIMIT);
    t.deepEqual(statuses(answers), { 429: LIMIT });
    const waits = answers.map(({ headers }) => Number(headers.get('retry-after')));
    t.true(
      waits.every((wait) => wait >= 1 && wait <= BUCKETS),
      `${waits[0]} s`,
    );
  });

test.serial('a clock that is put back by longer than a window starts a new one, and shuts nobody out', async (t) => {
  const { ask, pass } = await window(t);
  t.deepEqual(statuses(await ask(LIMIT)), { 200: LIMIT });
  await pass(-3_600);
  t.deepEqual(statuses(await ask(LIMIT + 1)), { 200: LIMIT, 429: 1 });
});

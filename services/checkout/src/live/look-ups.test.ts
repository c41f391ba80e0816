import { type Id, newId, unavailable } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { lookUps, type Standing } from './look-ups.ts';

const AT_ONCE = 500;
const ids = Array.from({ length: 3 * AT_ONCE }, (): Id<'charge'> => newId('charge'));

/** A charge service whose calls are answered, or fail, when a test says so. */
function held() {
  const calls: { readonly ids: readonly string[]; answer(): void; fail(): void }[] = [];
  const { lookAtAll } = lookUps({
    getCheckoutStandings: async (_call, { ids: asked = [] }) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      calls.push({ ids: asked, answer: resolve, fail: () => reject(unavailable('charge is away')) });
      await promise;
      return { standings: asked.map((id) => ({ id }) as Standing) };
    },
  });
  return { calls, lookAtAll };
}

test('what a call answers is heard before the others are answered, and every id once', async (t) => {
  const { calls, lookAtAll } = held();
  const heard: string[] = [];
  const look = lookAtAll(ids, ({ id }) => heard.push(id));
  t.deepEqual(
    calls.map((call) => call.ids.length),
    [AT_ONCE, AT_ONCE],
    'two calls at a time',
  );
  calls[1]?.answer();
  await until('the third is asked', () => calls.length === 3);
  t.deepEqual(heard, ids.slice(AT_ONCE, 2 * AT_ONCE));
  calls[2]?.answer();
  calls[0]?.answer();
  await look;
  t.deepEqual(heard.toSorted(), ids.toSorted());
});

test('a look in which one call fails makes no more calls, and says so', async (t) => {
  const { calls, lookAtAll } = held();
  const look = lookAtAll(ids, () => undefined);
  calls[0]?.fail();
  await t.throwsAsync(look, { message: 'charge is away' });
  calls[1]?.answer();
  t.is(calls.length, 2);
});

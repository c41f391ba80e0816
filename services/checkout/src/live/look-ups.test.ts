import { setImmediate as turns } from 'node:timers/promises';
import { type Id, newId, unavailable } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { lookUps, type Standing } from './look-ups.ts';

const AT_ONCE = 500;
const ids = Array.from({ length: 3 * AT_ONCE }, (): Id<'charge'> => newId('charge'));

/** A charge service whose calls are answered, or fail, when a test says so. */
function pendingLookUps() {
  const calls: { readonly ids: readonly string[]; answer(): void; fail(): void }[] = [];
  const { lookAtAll } = lookUps({
    getCheckoutStatuses: async (_call, { ids: queried = [] }) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      calls.push({ ids: queried, answer: resolve, fail: () => reject(unavailable('charge is away')) });
      await promise;
      return { standings: queried.map((id) => ({ id }) as Standing) };
    },
  });
  return { calls, lookAtAll };
}

test('the answer of a call is applied before the others are answered, and every id once', async (t) => {
  const { calls, lookAtAll } = pendingLookUps();
  const received: string[] = [];
  const look = lookAtAll(ids, ({ id }) => received.push(id));
  t.deepEqual(
    calls.map((call) => call.ids.length),
    [AT_ONCE, AT_ONCE],
    'two calls at a time',
  );
  calls[1]?.answer();
  await until('the third is called', () => calls.length === 3);
  t.deepEqual(received, ids.slice(AT_ONCE, 2 * AT_ONCE));
  calls[2]?.answer();
  calls[0]?.answer();
  await look;
  t.deepEqual(received.toSorted(), ids.toSorted());
});

test('a look in which one call fails makes no more calls, and says so once the other is answered', async (t) => {
  const { calls, lookAtAll } = pendingLookUps();
  const logged: string[] = [];
  const look = lookAtAll(ids, () => logged.push('received')).finally(() => logged.push('over'));
  calls[0]?.fail();
  await turns();
  calls[1]?.answer();
  await t.throwsAsync(look, { message: 'charge is away' });
  t.is(calls.length, 2);
  t.deepEqual(logged, [...Array.from({ length: AT_ONCE }, () => 'received'), 'over']);
});

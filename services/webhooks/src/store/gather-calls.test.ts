import test from 'ava';
import { gatherCalls } from './gather-calls.ts';

test('calls of one moment make one batch, calls during a batch make the next, each gets its own answer', async (t) => {
  const batches: number[][] = [];
  const double = gatherCalls(
    'read endpoints',
    async (items: readonly number[]) => {
      batches.push([...items]);
      await new Promise((resolve) => setImmediate(resolve));
      return items.map((item) => item * 2);
    },
    3,
  );
  const first = [double(1), double(2)];
  await new Promise((resolve) => setImmediate(resolve));
  const later = [3, 4, 5, 6].map(double);
  t.deepEqual(await Promise.all([...first, ...later]), [2, 4, 6, 8, 10, 12]);
  t.deepEqual(batches, [[1, 2], [3, 4, 5], [6]]);
});

test('a batch that fails fails its own calls and no others', async (t) => {
  const call = gatherCalls(
    'read endpoints',
    async (items: readonly string[]) => {
      if (items.includes('bad')) throw new Error('broken');
      return items;
    },
    1,
  );
  const [good, bad, after] = await Promise.allSettled([call('good'), call('bad'), call('after')]);
  t.deepEqual([good?.status, bad?.status, after?.status], ['fulfilled', 'rejected', 'fulfilled']);
});

import test from 'ava';
import { batched } from './batched.ts';

/** Runs batches that end when the test says so. */
function pendingRunner() {
  const batches: number[][] = [];
  const releases: (() => void)[] = [];
  const run = async (items: readonly number[]): Promise<number[]> => {
    batches.push([...items]);
    await new Promise<void>((resolve) => releases.push(resolve));
    if (items.includes(13)) throw new Error('unlucky');
    return items.map((item) => item * 2);
  };
  return { batches, run, release: () => releases.shift()?.() };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('what waits while a batch is under way becomes the next batch; each item gets its own result', async (t) => {
  const { batches, run, release } = pendingRunner();
  const commit = batched({ run, maxItems: 3 });
  const first = commit(1);
  await turn();
  const later = [2, 3, 4, 5].map((item) => commit(item));
  await turn();
  t.deepEqual(batches, [[1]]);
  release();
  t.is(await first, 2);
  await turn();
  t.deepEqual(batches, [[1], [2, 3, 4]]);
  release();
  await turn();
  release();
  t.deepEqual(await Promise.all(later), [4, 6, 8, 10]);
  t.deepEqual(batches, [[1], [2, 3, 4], [5]]);
});

test('a batch that fails fails its items alone', async (t) => {
  const { run, release } = pendingRunner();
  const commit = batched({ run, maxItems: 10 });
  const unlucky = t.throwsAsync(commit(13), { message: 'unlucky' });
  await turn();
  const next = commit(7);
  release();
  await unlucky;
  await turn();
  release();
  t.is(await next, 14);
});

test('items of one turn of the loop make one batch, and one that comes alone goes at once', async (t) => {
  const { batches, run, release } = pendingRunner();
  const double = batched({ run, maxItems: 10 });
  const both = [double(1), double(2)];
  await turn();
  t.deepEqual(batches, [[1, 2]]);
  release();
  t.deepEqual(await Promise.all(both), [2, 4]);
  const alone = double(3);
  await turn();
  release();
  t.is(await alone, 6);
  t.deepEqual(batches, [[1, 2], [3]]);
});

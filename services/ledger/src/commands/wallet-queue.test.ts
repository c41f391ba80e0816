import test from 'ava';
import { walletQueue } from './wallet-queue.ts';

type PendingRun = {
  readonly batches: readonly (readonly number[])[];
  readonly end: () => void;
  readonly endBut: (sick: number, error: Error) => void;
  readonly fail: (error: Error) => void;
};

/** A queue whose runs end when the test says so. */
function pendingQueue({ itemsPerRun = 100, walletsPerRun = 1, runsAtOnce = 10 } = {}) {
  const runs: PendingRun[] = [];
  const queue = walletQueue<number, number>(
    (batches) =>
      new Promise((resolve, reject) => {
        const tenfold = (items: readonly number[]) =>
          ({ status: 'fulfilled', value: items.map((item) => item * 10) }) as const;
        runs.push({
          batches,
          end: () => resolve(batches.map(tenfold)),
          endBut: (sick, reason) =>
            resolve(batches.map((batch, nth) => (nth === sick ? { status: 'rejected', reason } : tenfold(batch)))),
          fail: reject,
        });
      }),
    { itemsPerRun, walletsPerRun, runsAtOnce },
  );
  return { queue, runs };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('what waits behind a run goes together into the next one, and each caller gets its own results', async (t) => {
  const { queue, runs } = pendingQueue();
  const first = queue.add('w', [1]);
  const others = [queue.add('w', [2, 3]), queue.add('w', [4])];
  t.is(runs.length, 1);
  runs[0]?.end();
  t.deepEqual(await first, [10]);
  await turn();
  t.deepEqual(runs[1]?.batches, [[2, 3, 4]]);
  runs[1]?.end();
  t.deepEqual(await Promise.all(others), [[20, 30], [40]]);
});

test('wallets do not wait for each other, up to the bound', async (t) => {
  const { queue, runs } = pendingQueue({ runsAtOnce: 2 });
  const all = [1, 2, 3].map((nth) => queue.add(`w${nth}`, [nth]));
  t.deepEqual(
    runs.map(({ batches }) => batches),
    [[[1]], [[2]]],
  );
  runs[0]?.end();
  await all[0];
  await turn();
  t.deepEqual(runs[2]?.batches, [[3]]);
  runs[1]?.end();
  runs[2]?.end();
  await Promise.all(all);
});

test('wallets that wait at the same moment share a run, up to the bound of wallets and of items', async (t) => {
  const { queue, runs } = pendingQueue({ walletsPerRun: 3, runsAtOnce: 1, itemsPerRun: 5 });
  const all = [[1], [2], [3, 3], [4], [5], [6, 6, 6, 6, 6, 6], [7]].map((items, nth) => queue.add(`w${nth}`, items));
  for (let nth = 0; nth < 5; nth += 1) {
    runs[nth]?.end();
    await turn();
  }
  t.deepEqual(
    runs.map(({ batches }) => batches),
    [[[1]], [[2], [3, 3], [4]], [[5]], [[6, 6, 6, 6, 6, 6]], [[7]]],
  );
  t.deepEqual((await Promise.all(all)).flat().length, 13);
});

test('a wallet that fails in a shared run rejects its own callers alone', async (t) => {
  const { queue, runs } = pendingQueue({ walletsPerRun: 9, runsAtOnce: 1 });
  const first = queue.add('w', [1]);
  const [well, sick] = [queue.add('well', [2]), queue.add('sick', [3])];
  runs[0]?.end();
  await first;
  await turn();
  runs[1]?.endBut(1, new Error('no room'));
  t.deepEqual(await well, [20]);
  await t.throwsAsync(sick, { message: 'no room' });
});

test('a run is bounded in size but takes at least one piece of work whole', async (t) => {
  const { queue, runs } = pendingQueue({ itemsPerRun: 3 });
  const all = [[1], [2, 3], [4, 5, 6, 7], [8]].map((items) => queue.add('w', items));
  for (let nth = 0; nth < 4; nth += 1) {
    runs[nth]?.end();
    await all[nth];
    await turn();
  }
  await Promise.all(all);
  t.deepEqual(
    runs.map(({ batches }) => batches),
    [[[1]], [[2, 3]], [[4, 5, 6, 7]], [[8]]],
  );
});

test('a failed run rejects those who were in it; those who come after are served', async (t) => {
  const { queue, runs } = pendingQueue();
  const first = queue.add('w', [1]);
  const second = queue.add('w', [2]);
  runs[0]?.fail(new Error('no primary'));
  await t.throwsAsync(first, { message: 'no primary' });
  await turn();
  runs[1]?.end();
  t.deepEqual(await second, [20]);
});

test('a wallet for which a caller waits goes before those that a batch brought', async (t) => {
  const { queue, runs } = pendingQueue({ runsAtOnce: 1 });
  const all = [1, 2, 3, 4].map((nth) => queue.add(`w${nth}`, [nth]));
  all.push(queue.add('w3', [30], true), queue.add('w5', [5], true));
  for (let nth = 0; nth < 5; nth += 1) {
    runs[nth]?.end();
    await turn();
  }
  await Promise.all(all);
  t.deepEqual(
    runs.map(({ batches }) => batches),
    [[[1]], [[5]], [[3, 30]], [[2]], [[4]]],
  );
});

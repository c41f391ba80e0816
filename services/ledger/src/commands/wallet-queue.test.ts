import test from 'ava';
import { walletQueue } from './wallet-queue.ts';

/** A queue whose runs end when the test says so. */
function held({ itemsPerRun = 100, runsAtOnce = 10 } = {}) {
  const runs: { wallet: string; items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const queue = walletQueue<number, number>(
    (wallet, items) =>
      new Promise((resolve, reject) => {
        runs.push({ wallet, items, end: () => resolve(items.map((item) => item * 10)), fail: reject });
      }),
    { itemsPerRun, runsAtOnce },
  );
  return { queue, runs };
}

test('what waits behind a run goes together into the next one, and each caller gets its own results', async (t) => {
  const { queue, runs } = held();
  const first = queue.add('w', [1]);
  const others = [queue.add('w', [2, 3]), queue.add('w', [4])];
  t.is(runs.length, 1);
  runs[0]?.end();
  t.deepEqual(await first, [10]);
  t.deepEqual(runs[1]?.items, [2, 3, 4]);
  runs[1]?.end();
  t.deepEqual(await Promise.all(others), [[20, 30], [40]]);
});

test('wallets do not wait for each other, up to the bound', async (t) => {
  const { queue, runs } = held({ runsAtOnce: 2 });
  const all = ['a', 'b', 'c'].map((wallet) => queue.add(wallet, [1]));
  t.deepEqual(
    runs.map(({ wallet }) => wallet),
    ['a', 'b'],
  );
  runs[0]?.end();
  await all[0];
  t.is(runs[2]?.wallet, 'c');
  runs[1]?.end();
  runs[2]?.end();
  await Promise.all(all);
});

test('a run is bounded in size but takes at least one piece of work whole', async (t) => {
  const { queue, runs } = held({ itemsPerRun: 3 });
  const all = [[1], [2, 3], [4, 5, 6, 7], [8]].map((items) => queue.add('w', items));
  for (let nth = 0; nth < 4; nth += 1) {
    runs[nth]?.end();
    await all[nth];
  }
  await Promise.all(all);
  t.deepEqual(
    runs.map(({ items }) => items),
    [[1], [2, 3], [4, 5, 6, 7], [8]],
  );
});

test('a failed run rejects those who were in it; those who come after are served', async (t) => {
  const { queue, runs } = held();
  const first = queue.add('w', [1]);
  const second = queue.add('w', [2]);
  runs[0]?.fail(new Error('no primary'));
  await t.throwsAsync(first, { message: 'no primary' });
  runs[1]?.end();
  t.deepEqual(await second, [20]);
});

test('a wallet for which a caller waits goes before those that a batch brought', async (t) => {
  const { queue, runs } = held({ runsAtOnce: 1 });
  const all = ['a', 'b', 'c', 'd'].map((wallet) => queue.add(wallet, [1]));
  all.push(queue.add('c', [2], true), queue.add('e', [1], true));
  for (let nth = 0; nth < 5; nth += 1) {
    runs[nth]?.end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(all);
  t.deepEqual(
    runs.map(({ wallet, items }) => `${wallet}${items.join('')}`),
    ['a1', 'e1', 'c12', 'b1', 'd1'],
  );
});

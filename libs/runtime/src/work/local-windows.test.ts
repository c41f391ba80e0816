import test from 'ava';
import { LocalWindows } from './local-windows.ts';

const clock = (start = 1_000) => {
  let now = start;
  return {
    now: () => now,
    pass: (by: number) => {
      now += by;
    },
  };
};

test('at most N places in any 60 seconds, wherever the 60 seconds begin', (t) => {
  const { now, pass } = clock();
  const windows = new LocalWindows(now);
  const limit = 50;
  const taken: number[] = [];
  for (let step = 0; step < 4_000; step++) {
    if (windows.take('key', limit).taken) taken.push(now());
    pass((step * 7919) % 13 === 0 ? 3.7 : 0.05);
  }
  t.true(taken.length > 4 * limit);
  taken.forEach((at, i) => {
    const within = taken.slice(i).filter((other) => other < at + 60).length;
    t.true(within <= limit, `${within} places in 60 s`);
  });
});

test('a full window says when a place is free, and then it is', (t) => {
  const { now, pass } = clock();
  const windows = new LocalWindows(now);
  windows.take('key', 2);
  pass(10);
  t.deepEqual(windows.take('key', 2), { taken: true, limit: 2, remaining: 0, retryAfterSeconds: 0 });
  const { taken, retryAfterSeconds } = windows.take('key', 2);
  t.deepEqual([taken, retryAfterSeconds], [false, 51]);
  pass(retryAfterSeconds - 1);
  t.false(windows.take('key', 2).taken);
  pass(1);
  t.true(windows.take('key', 2).taken);
  t.false(windows.take('key', 2).taken);
});

test('windows of other names are their own; the oldest is forgotten when there are too many', (t) => {
  const windows = new LocalWindows(() => 1, 2);
  t.true(windows.take('a', 1).taken);
  t.true(windows.take('b', 1).taken);
  t.false(windows.take('a', 1).taken);
  t.true(windows.take('c', 1).taken);
  t.true(windows.take('a', 1).taken);
});

test('a place that is given back can be taken again', (t) => {
  const { now, pass } = clock();
  const windows = new LocalWindows(now);
  windows.take('a', 1);
  pass(5);
  t.false(windows.take('a', 1).taken);
  windows.giveBack('a');
  windows.giveBack('nobody');
  t.true(windows.take('a', 1).taken);
});

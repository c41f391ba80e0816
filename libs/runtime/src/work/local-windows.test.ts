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

test('at most N requests in any 60 seconds, wherever the 60 seconds begin', (t) => {
  const { now, pass } = clock();
  const windows = new LocalWindows(now);
  const limit = 50;
  const allowedAt: number[] = [];
  for (let step = 0; step < 4_000; step++) {
    if (windows.consume('key', limit).allowed) allowedAt.push(now());
    pass((step * 7919) % 13 === 0 ? 3.7 : 0.05);
  }
  t.true(allowedAt.length > 4 * limit);
  allowedAt.forEach((at, i) => {
    const within = allowedAt.slice(i).filter((other) => other < at + 60).length;
    t.true(within <= limit, `${within} requests in 60 s`);
  });
});

test('a full window says when a request is allowed again, and then it is', (t) => {
  const { now, pass } = clock();
  const windows = new LocalWindows(now);
  windows.consume('key', 2);
  pass(10);
  t.deepEqual(windows.consume('key', 2), { allowed: true, limit: 2, remaining: 0, retryAfterSeconds: 0 });
  const { allowed, retryAfterSeconds } = windows.consume('key', 2);
  t.deepEqual([allowed, retryAfterSeconds], [false, 51]);
  pass(retryAfterSeconds - 1);
  t.false(windows.consume('key', 2).allowed);
  pass(1);
  t.true(windows.consume('key', 2).allowed);
  t.false(windows.consume('key', 2).allowed);
});

test('windows of other names are their own; the oldest is forgotten when there are too many', (t) => {
  const windows = new LocalWindows(() => 1, { maxNames: 2 });
  t.true(windows.consume('a', 1).allowed);
  t.true(windows.consume('b', 1).allowed);
  t.false(windows.consume('a', 1).allowed);
  t.true(windows.consume('c', 1).allowed);
  t.true(windows.consume('a', 1).allowed);
});

test('a restored request can be consumed again', (t) => {
  const { now, pass } = clock();
  const windows = new LocalWindows(now);
  windows.consume('a', 1);
  pass(5);
  t.false(windows.consume('a', 1).allowed);
  windows.restore('a');
  windows.restore('nobody');
  t.true(windows.consume('a', 1).allowed);
});

test('a window of an hour has buckets of a minute: the oldest place is free an hour after its minute', (t) => {
  const { now, pass } = clock(6_030);
  const windows = new LocalWindows(now, { bucketSeconds: 60 });
  windows.consume('a', 2);
  pass(600);
  windows.consume('a', 2);
  const { allowed, retryAfterSeconds } = windows.consume('a', 2);
  t.deepEqual([allowed, retryAfterSeconds], [false, 61 * 60 - 30 - 600]);
  pass(retryAfterSeconds - 1);
  t.false(windows.consume('a', 2).allowed);
  pass(1);
  t.true(windows.consume('a', 2).allowed);
  t.false(windows.consume('a', 2).allowed, 'the second one is still of this hour');
});

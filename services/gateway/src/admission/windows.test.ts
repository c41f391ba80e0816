import test from 'ava';
import { BadKeys } from './bad-keys.ts';
import { Breaker } from './breaker.ts';
import { LocalWindows } from './local-windows.ts';
import { RecentSet } from './recent-set.ts';

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

test('the breaker lets a dead server alone, then tries it with one call', (t) => {
  const { now, pass } = clock();
  const breaker = new Breaker(now);
  t.deepEqual([breaker.failed(), breaker.failed(), breaker.failed()], [false, false, true]);
  t.false(breaker.allows());
  pass(1_000);
  t.deepEqual([breaker.allows(), breaker.allows()], [true, false]);
  t.false(breaker.failed());
  t.false(breaker.allows());
  pass(1_000);
  t.true(breaker.allows());
  breaker.succeeded();
  t.deepEqual([breaker.allows(), breaker.allows()], [true, true]);
});

test('a recent set remembers for one to two periods and never grows past twice its size', (t) => {
  const { now, pass } = clock();
  const set = new RecentSet({ periodMs: 100, max: 3, clockMs: now });
  set.add('a');
  pass(100);
  t.true(set.has('a'));
  set.add('b');
  pass(100);
  t.deepEqual([set.has('a'), set.has('b')], [false, true]);
  pass(500);
  t.false(set.has('b'));
  for (let i = 0; i < 100; i++) set.add(`${i}`);
  t.deepEqual([set.has('99'), set.has('1')], [true, false]);
});

test('a bad key is refused from memory; a key that was good lately needs no place for its lookup', (t) => {
  const { now, pass } = clock();
  const keys = new BadKeys(now);
  keys.foundBad('bad');
  t.true(keys.wasRefused('bad'));
  keys.beforeLookup('here', 'good');
  keys.foundGood('here', 'good');
  for (let i = 0; i < 600; i++) t.true(keys.beforeLookup('here', `guess ${i}`)?.taken);
  t.false(keys.beforeLookup('here', 'one more')?.taken);
  t.is(keys.beforeLookup('here', 'good'), undefined);
  t.true(keys.beforeLookup('elsewhere', 'new')?.taken);
  pass(120_000);
  t.false(keys.wasRefused('bad'));
});

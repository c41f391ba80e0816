import { RecentSet } from '@gx/runtime';
import test from 'ava';
import { BadKeys } from './bad-keys.ts';
import { Breaker } from './breaker.ts';

const clock = (start = 1_000) => {
  let now = start;
  return {
    now: () => now,
    pass: (by: number) => {
      now += by;
    },
  };
};

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

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

test('the breaker lets a dead server alone, then probes it with one call', (t) => {
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

test('a bad key is refused from memory; a key that was good lately is not counted at its lookup', (t) => {
  const { now, pass } = clock();
  const keys = new BadKeys(now);
  keys.foundBad('bad');
  t.true(keys.wasRefused('bad'));
  keys.beforeLookup('here', 'good');
  keys.foundGood('here', 'good');
  for (let i = 0; i < 600; i++) t.true(keys.beforeLookup('here', `guess ${i}`)?.allowed);
  t.false(keys.beforeLookup('here', 'one more')?.allowed);
  t.is(keys.beforeLookup('here', 'good'), undefined);
  t.true(keys.beforeLookup('elsewhere', 'new')?.allowed);
  pass(120_000);
  t.false(keys.wasRefused('bad'));
});

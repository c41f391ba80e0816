import test from 'ava';
import { RecentSet } from './recent-set.ts';

test('a recent set remembers for one to two periods and never grows past twice its size', (t) => {
  let now = 1_000;
  const pass = (by: number): void => {
    now += by;
  };
  const set = new RecentSet({ periodMs: 100, max: 3, clockMs: () => now });
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

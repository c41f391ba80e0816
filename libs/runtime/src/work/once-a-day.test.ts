import test from 'ava';
import { onceADay } from './once-a-day.ts';

test('a name is the first of its day once; another has its own', (t) => {
  const isFirstToday = onceADay();
  t.deepEqual(['a', 'a', 'b', 'a'].map(isFirstToday), [true, false, true, false]);
});

import test from 'ava';
import type { DueDelivery } from '../store/attempts.ts';
import { readingPace } from './reading-pace.ts';

const one = [{} as DueDelivery];

test('events are read at leisure while nobody is sent any, and briskly for a second after somebody was', (t) => {
  let now = 10_000;
  const offered: number[] = [];
  const { noting, lingerMs } = readingPace(() => now);
  const offer = noting((fresh) => offered.push(fresh.length));
  t.is(lingerMs(), 250);
  offer([]);
  t.is(lingerMs(), 250);
  offer(one);
  t.is(lingerMs(), 50);
  now += 999;
  t.is(lingerMs(), 50);
  now += 1;
  t.is(lingerMs(), 250);
  t.deepEqual(offered, [0, 1]);
});

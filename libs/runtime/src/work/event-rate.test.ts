import test from 'ava';
import { EventRate } from './event-rate.ts';

test('a few sales a second are no load, also when their events come together; many are, until they stop', (t) => {
  let now = 0;
  const rate = new EventRate(() => now);
  for (let sale = 0; sale < 50; sale += 1) {
    for (const pauseMs of [5, 5, 190]) {
      rate.count(1);
      t.false(rate.isBusy);
      now += pauseMs;
    }
  }
  for (let event = 0; event < 200; event += 1) {
    rate.count(1);
    now += 10;
  }
  t.true(rate.isBusy);
  now += 1_000;
  rate.count(1);
  t.false(rate.isBusy);
});

import test from 'ava';
import fc from 'fast-check';
import { middleOf, percentile, slotOf } from './time-to-pay.ts';

const DAYS_30_MS = 30 * 86_400_000;
const durations = fc.integer({ min: 0, max: DAYS_30_MS });

test('a slot stands for its durations with an error of at most one thirty-second', (t) => {
  fc.assert(
    fc.property(durations, (ms) => {
      const middle = middleOf(slotOf(ms));
      t.true(Math.abs(middle - ms) <= ms / 32, `${ms} is shown as ${middle}`);
    }),
  );
  for (let ms = 0; ms < 32; ms += 1) t.is(middleOf(slotOf(ms)), ms);
});

test('slots are in the order of durations, without a gap, and few', (t) => {
  let last = -1;
  for (let ms = 0; ms < 5_000; ms += 1) {
    const slot = slotOf(ms);
    t.true(slot === last || slot === last + 1, `${ms}`);
    last = slot;
  }
  for (const edge of [32, 64, 1_024, 2 ** 31, 2 ** 40]) t.is(slotOf(edge), slotOf(edge - 1) + 1);
  t.true(slotOf(86_400_000) < 400);
});

test('what was paid before it was created, by two clocks, took no time', (t) => {
  t.is(slotOf(-5_000), 0);
});

test('a percentile is the nearest rank, as near as its slot; of nothing there is none', (t) => {
  fc.assert(
    fc.property(fc.array(durations, { minLength: 1, maxLength: 60 }), fc.constantFrom(0.5, 0.95), (all, share) => {
      const counts = new Map<number, number>();
      for (const ms of all) counts.set(slotOf(ms), (counts.get(slotOf(ms)) ?? 0) + 1);
      const exact = all.toSorted((a, b) => a - b)[Math.ceil(all.length * share) - 1] as number;
      t.true(Math.abs((percentile(counts, share) as number) - exact) <= exact / 32);
    }),
  );
  t.is(percentile(new Map(), 0.5), undefined);
  t.is(percentile(new Map([[7, 0]]), 0.5), undefined);
});

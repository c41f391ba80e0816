import test from 'ava';
import { dayOf, endOfNight, nightOf } from './local-time.ts';

/** America/Sao_Paulo is three hours behind UTC since 2019. */
const local = (text: string): Date => new Date(`${text}-03:00`);

const counts = test.macro({
  exec(t, at: string, day: string, night: string | null) {
    t.is(dayOf(local(at)), day);
    t.is(nightOf(local(at)), night);
  },
  title: (_, at, day, night) =>
    `${at} counts in the day ${day} and ${night === null ? 'no night' : `the night of ${night}`}`,
});
test(counts, '2026-11-29T00:00:00.000', '2026-11-29', '2026-11-28');
test(counts, '2026-11-29T05:59:59.999', '2026-11-29', '2026-11-28');
test(counts, '2026-11-29T06:00:00.000', '2026-11-29', null);
test(counts, '2026-11-29T19:59:59.999', '2026-11-29', null);
test(counts, '2026-11-29T20:00:00.000', '2026-11-29', '2026-11-29');
test(counts, '2026-11-30T00:30:00.000', '2026-11-30', '2026-11-29');
test(counts, '2027-01-01T02:00:00.000', '2027-01-01', '2026-12-31');

test('a night ends at six, to the millisecond', (t) => {
  for (const at of ['2026-11-29T20:00:00.000', '2026-11-29T23:59:59.999', '2026-11-30T05:59:59.999'])
    t.deepEqual(endOfNight(local(at)), local('2026-11-30T06:00:00.000'));
});

test('a night in which clocks were set ends at six all the same', (t) => {
  // Summer time ended at midnight of 2019-02-17, and began at midnight of 2018-11-04.
  t.deepEqual(endOfNight(new Date('2019-02-16T21:00:00-02:00')), new Date('2019-02-17T06:00:00-03:00'));
  t.deepEqual(endOfNight(new Date('2018-11-03T21:00:00-03:00')), new Date('2018-11-04T06:00:00-02:00'));
});

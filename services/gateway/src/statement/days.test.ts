import test from 'ava';
import { isTimeZone, startOfDay, utcDay, zoneOffset } from './days.ts';

const begins = test.macro({
  exec: (t, day: string, zone: string, at: string) => t.is(new Date(startOfDay(day, zone)).toISOString(), at),
  title: (what) => `a day begins: ${what}`,
});
test('in UTC', begins, '2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z');
test('west of it', begins, '2026-11-21', 'America/Sao_Paulo', '2026-11-21T03:00:00.000Z');
test('east of it, at half an hour', begins, '2026-11-21', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z');
test('as far east as there is', begins, '2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z');
test('as far west as there is', begins, '2026-11-21', 'Etc/GMT+12', '2026-11-21T12:00:00.000Z');
// Summer began at midnight, which there was none of.
test(
  'at the change of the clock that skips its midnight',
  begins,
  '2018-11-04',
  'America/Sao_Paulo',
  '2018-11-04T03:00:00.000Z',
);
test('the day after it', begins, '2018-11-05', 'America/Sao_Paulo', '2018-11-05T02:00:00.000Z');
test('before the night of 25 hours', begins, '2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z');
test('after it', begins, '2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z');
test('a day of 23 hours', begins, '2026-03-29', 'Europe/Lisbon', '2026-03-29T00:00:00.000Z');
test('the one after it', begins, '2026-03-30', 'Europe/Lisbon', '2026-03-29T23:00:00.000Z');
// Samoa went over the date line.
test('a day that there was none of, as the next', begins, '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z');
test('the next', begins, '2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z');

test('days follow each other without a gap or an overlap, in whatever zone', (t) => {
  for (const zone of [
    'America/Sao_Paulo',
    'America/St_Johns',
    'America/Havana',
    'Australia/Lord_Howe',
    'Asia/Tehran',
    'Africa/Cairo',
  ]) {
    let before = startOfDay('2010-12-31', zone);
    for (let day = Date.UTC(2011, 0, 1); day < Date.UTC(2012, 0, 1); day += 86_400_000) {
      const begun = startOfDay(new Date(day).toISOString().slice(0, 10), zone);
      const hours = (begun - before) / 3_600_000;
      if (hours < 22.9 || hours > 25.1) t.fail(`${zone}: a day of ${hours} hours`);
      before = begun;
    }
  }
  t.pass();
});

test('a day is one of the calendar, and a zone has a name', (t) => {
  for (const text of ['2026-02-30', '2026-13-01', '2026-1-1', '2026-11-21T00:00', '', 'today'])
    t.is(utcDay(text), undefined, text);
  t.is(utcDay('2024-02-29'), Date.UTC(2024, 1, 29));
  for (const name of ['America/Sao_Paulo', 'UTC', 'Etc/GMT+3', 'EST5EDT']) t.true(isTimeZone(name), name);
  for (const name of ['-03:00', '+03:00', 'America/Atlantis', '', 'UTC;', 'a'.repeat(80)])
    t.false(isTimeZone(name), name);
});

test('how far a zone is from UTC changes with its clock', (t) => {
  const minutes = zoneOffset('America/Sao_Paulo');
  t.is(minutes(Date.parse('2018-11-04T02:59:59.999Z')), -180);
  t.is(minutes(Date.parse('2018-11-04T03:00:00.000Z')), -120);
  t.is(minutes(Date.parse('2018-11-04T02:59:59.999Z')), -180);
  t.is(zoneOffset('Asia/Kolkata')(0), 330);
});

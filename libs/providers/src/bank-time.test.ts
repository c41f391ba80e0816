import test from 'ava';
import fc from 'fast-check';
import { type BankClock, timeReader } from './bank-time.ts';

const ZONE = 'America/Sao_Paulo';
const clocks = {
  none: undefined,
  unmarked: { timeZone: ZONE, covers: 'unmarked' },
  all: { timeZone: ZONE, covers: 'all' },
} as const satisfies Record<string, BankClock | undefined>;

for (const [text, none, unmarked, all] of [
  ['2026-11-26T12:00:00.123Z', '12:00:00.123', '12:00:00.123', '15:00:00.123'],
  ['2026-11-26T12:00:00Z', '12:00:00.000', '12:00:00.000', '15:00:00.000'],
  ['2026-11-26t12:00:00z', '12:00:00.000', '12:00:00.000', '15:00:00.000'],
  ['2026-11-26T12:00:00+00:00', '12:00:00.000', '12:00:00.000', '15:00:00.000'],
  ['2026-11-26T11:35:36.42-03:00', '14:35:36.420', '14:35:36.420', '14:35:36.420'],
  ['2026-11-26T11:35:36.4-0300', '14:35:36.400', '14:35:36.400', '14:35:36.400'],
  ['2026-11-26T11:35:36-04:00', '15:35:36.000', '15:35:36.000', '15:35:36.000'],
  ['2026-11-26T16:45:46.7184860000', undefined, '19:45:46.718', '19:45:46.718'],
  ['2026-11-26 16:45:46', undefined, '19:45:46.000', '19:45:46.000'],
  ['2026-11-26T12:00:00.999999999999999999Z', '12:00:00.999', '12:00:00.999', '15:00:00.999'],
  ['2026-11-26T12:00:00.5Z\0\0\0', '12:00:00.500', '12:00:00.500', '15:00:00.500'],
] as const)
  test(`"${text.replaceAll('\0', '␀')}" is read by each clock`, (t) => {
    const wanted = { none, unmarked, all };
    for (const [name, time] of Object.entries(wanted)) {
      const read = timeReader(clocks[name as keyof typeof clocks])(text);
      t.is(read?.toISOString(), time === undefined ? undefined : `2026-11-26T${time}Z`, name);
    }
  });

for (const text of [
  '',
  '2026-11-26',
  '2026-11-26T12:00',
  '2026-02-30T12:00:00Z',
  '2026-11-26T25:00:00Z',
  '2026-11-26T12:00:00.Z',
  '2026-11-26T12:00:00-3',
  '2026-11-26T12:00:00-99:00',
  '2026-11-26T12:00:00\0Z',
  '26/11/2026 12:00:00',
  '1764158400',
])
  test(`"${text.replaceAll('\0', '␀')}" is no time by any clock`, (t) => {
    for (const clock of Object.values(clocks)) t.is(timeReader(clock)(text), undefined);
  });

test('of an hour that clocks show twice it is the first, and one that they leave out is no time', (t) => {
  const read = timeReader(clocks.unmarked);
  // The last summer time of Brazil ended and began so (decrees 8,112 of 2013 and 9,242 of 2017).
  t.is(read('2019-02-16T23:30:00')?.toISOString(), '2019-02-17T01:30:00.000Z');
  t.is(read('2019-02-17T00:00:00')?.toISOString(), '2019-02-17T03:00:00.000Z');
  t.is(read('2018-11-04T00:30:00'), undefined);
  t.is(read('2018-11-04T01:00:00')?.toISOString(), '2018-11-04T03:00:00.000Z');
});

test('a clock of a zone that there is not cannot be made', (t) => {
  t.throws(() => timeReader({ timeZone: 'America/Nowhere', covers: 'all' }), { instanceOf: RangeError });
});

type Form = { readonly clock: keyof typeof clocks; readonly zone: string; readonly shown: (at: Date) => string };
const read = { none: timeReader(), unmarked: timeReader(clocks.unmarked), all: timeReader(clocks.all) };
/** What the clocks of Brasília show, as they have been since before there was Pix. */
const shownInBrasilia = (at: Date): string => new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 19);

test('10,000 times, each in a form drawn for it: the instant is the one that was written', (t) => {
  const moments = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2045-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 0, maxLength: 12 });
  const nuls = fc.constantFrom('', '\0', '\0\0\0\0');
  const forms = fc.constantFrom<Form>(
    { clock: 'none', zone: 'Z', shown: (at: Date) => at.toISOString().slice(0, 19) },
    { clock: 'unmarked', zone: '+0000', shown: (at: Date) => at.toISOString().slice(0, 19) },
    { clock: 'none', zone: '-03:00', shown: shownInBrasilia },
    { clock: 'all', zone: '-0300', shown: shownInBrasilia },
    { clock: 'unmarked', zone: '', shown: shownInBrasilia },
    { clock: 'all', zone: '', shown: shownInBrasilia },
    { clock: 'all', zone: 'Z', shown: shownInBrasilia },
  );
  fc.assert(
    fc.property(moments, digits, nuls, forms, (moment, fraction, end, { clock, zone, shown }) => {
      const second = new Date(Math.floor(moment.getTime() / 1_000) * 1_000);
      const written = `${shown(second)}${fraction === '' ? '' : `.${fraction}`}${zone}${end}`;
      const wanted = second.getTime() + Number(fraction.slice(0, 3).padEnd(3, '0'));
      t.is(read[clock](written)?.getTime(), wanted, written);
    }),
    { numRuns: 10_000 },
  );
});

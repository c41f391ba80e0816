import test from 'ava';
import fc from 'fast-check';
import {
  basisPointsOf,
  canonicalJson,
  cents,
  ERRORS,
  emailKey,
  eventIdOf,
  InvariantViolation,
  newId,
  parseEventId,
  parseId,
  parseIsoBound,
  parseIsoTime,
  parseTimestamp,
  wireId,
} from './index.ts';

test('a charge id is read in all three forms and no other', (t) => {
  const id = newId('charge');
  for (const form of [id, `ch_${id}`, `tx_${id}`]) t.is(parseId('charge', form), id);
  for (const form of [id.toUpperCase(), `ch_${id.toUpperCase()}`])
    t.is(parseId('charge', form), id, 'RFC 9562, section 4');
  t.is(parseEventId(`evt_${'AB'.repeat(16)}`), parseEventId(`evt_${'ab'.repeat(16)}`));
  for (const form of [`re_${id}`, `ch_ch_${id}`, `CH_${id}`, `ch_${id} `, '', 'ch_'])
    t.is(parseId('charge', form), undefined);
  t.is(wireId('charge', id), `ch_${id}`);
  t.is(wireId('charge', id, 'tx_'), `tx_${id}`);
});

test('an event id is the same for the same charge and sequence, and has the documented form', (t) => {
  const id = newId('charge');
  t.is(eventIdOf(id, 1), eventIdOf(id, 1));
  t.not(eventIdOf(id, 1), eventIdOf(id, 2));
  t.regex(eventIdOf(id, 1), /^evt_[0-9a-f]{32}$/);
});

test('an amount that is not a safe non-negative integer is our bug', (t) => {
  for (const value of [-1, 0.5, Number.NaN, 2 ** 53]) t.throws(() => cents(value), { instanceOf: InvariantViolation });
});

test('basis points round half up and never exceed the amount below 10,000', (t) => {
  t.is(basisPointsOf(cents(50), 100) as number, 1);
  t.is(basisPointsOf(cents(49), 100) as number, 0);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), fc.integer({ min: 0, max: 10_000 }), (amount, bp) => {
      const fee = basisPointsOf(cents(amount), bp);
      return fee >= 0 && fee <= amount && Math.abs(fee - (amount * bp) / 10_000) <= 0.5 + 1e-3;
    }),
  );
});

test('canonical JSON does not depend on the order of keys', (t) => {
  t.is(canonicalJson({ b: 1, a: { d: 2, c: 1e3 } }), '{"a":{"c":1000,"d":2},"b":1}');
});

test('timestamps: RFC 3339 with offset, or a date alone as its first or last millisecond', (t) => {
  t.is(parseTimestamp('2026-11-21T09:00:00-03:00')?.toISOString(), '2026-11-21T12:00:00.000Z');
  t.is(parseTimestamp('2026-11-21')?.toISOString(), '2026-11-21T00:00:00.000Z');
  t.is(parseTimestamp('2026-11-21', 'end')?.toISOString(), '2026-11-21T23:59:59.999Z');
  for (const bad of ['2026-02-30', '2026-11-21T09:00:00', 'yesterday', '2026-13-01', '1e9'])
    t.is(parseTimestamp(bad), undefined);
});

test('a bound that is finer than a millisecond takes nothing that lies before it, and nothing that lies behind it', (t) => {
  const at = (raw: string, edge: 'start' | 'end') => parseIsoBound(raw, edge)?.toISOString().slice(17);
  t.is(at('2026-11-21T09:00:00.0005Z', 'start'), '00.001Z');
  t.is(at('2026-11-21T09:00:00.999000001Z', 'start'), '01.000Z');
  t.is(at('2026-11-21T09:00:00.000000Z', 'start'), '00.000Z');
  t.is(at('2026-11-21T09:00:00.0009Z', 'end'), '00.000Z');
  t.is(at('2026-11-21', 'start'), '00.000Z');
  t.is(parseIsoBound('2026-11-21T09:00', 'start'), undefined);
});

test('timestamps of merchants: ISO 8601 also without seconds, and with an offset in short', (t) => {
  for (const nine of [
    '2026-11-21T09:00:00.000Z',
    '2026-11-21 09:00z',
    '2026-11-21T09:00Z',
    '2026-11-21T06:00-03:00',
    '2026-11-21T06:00:00-0300',
    '2026-11-21T06:00-03',
    '2026-11-21T14:30:00,000+0530',
    '2026-11-21T09:00-00',
  ])
    t.is(parseIsoTime(nine)?.toISOString(), '2026-11-21T09:00:00.000Z', nine);
  t.is(parseIsoTime('2026-11-21', 'end')?.toISOString(), '2026-11-21T23:59:59.999Z');
  t.is(parseIsoTime('2026-11-21T24:00Z')?.toISOString(), '2026-11-22T00:00:00.000Z', 'the end of a day');
  for (const bad of [
    '2026-11-21T09:00',
    '2026-11-21 09:00:00',
    '2026-11-21T09Z',
    '2026-11-21T09:00.5Z',
    '2026-11-21T25:00Z',
    '2026-11-21T09:60Z',
    '2026-11-21T23:59:60Z',
    '2026-11-21T24:01Z',
    '2026-13-21T09:00Z',
    '2026-02-30T09:00Z',
    '2026-11-21T09:00+3',
    '2026-11-21T09:00+03:0',
    '2026-11-21T09:00+030',
    '2026-11-21T09:00+24',
    '2026-11-21T09:00+0360',
    '2026-11-21+03:00',
    '20261121T090000Z',
  ])
    t.is(parseIsoTime(bad), undefined, bad);
});

test('timestamps of banks: what RFC 3339 does not know is not read', (t) => {
  for (const short of ['2026-11-21T09:00Z', '2026-11-21T09:00:00-0300', '2026-11-21T09:00:00-03'])
    t.is(parseTimestamp(short), undefined, short);
});

test('every error row names its own type and a status of the documented map', (t) => {
  for (const [code, row] of Object.entries(ERRORS)) {
    t.true([400, 401, 403, 404, 409, 422, 429, 500, 503].includes(row.http), code);
    t.true(row.description.length > 0);
  }
});

test('an e-mail is one in any case, between any blanks, however its accents are composed', (t) => {
  const one = emailKey('josé@example.com');
  for (const same of [
    ' JOSÉ@Example.COM\t',
    '\u00a0josé@example.com\n',
    'jose\u0301@example.com',
    'JOSE\u0301@example.com',
  ])
    t.is(emailKey(same), one, JSON.stringify(same));
  t.not(emailKey('jose@example.com'), one);
});

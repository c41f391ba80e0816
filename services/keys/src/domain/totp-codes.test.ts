import test from 'ava';
import { base32, timeStepAt, timeStepOf, totpCode } from './totp-codes.ts';

/** The secret of the vectors of RFC 4226 and RFC 6238. */
const SECRET = Buffer.from('12345678901234567890');

const HOTP = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');
test('codes of the first ten counters are those of RFC 4226, appendix D', (t) => {
  t.deepEqual(
    HOTP.map((_, counter) => totpCode(SECRET, counter)),
    HOTP,
  );
});

/** Unix seconds and the last six of the eight digits of RFC 6238, appendix B, SHA-1. */
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;
for (const [seconds, code] of VECTORS)
  test(`the code at ${seconds} s is that of RFC 6238, appendix B, and is known for it`, (t) => {
    const now = new Date(seconds * 1_000);
    t.is(totpCode(SECRET, timeStepAt(now)), code);
    t.is(timeStepOf(SECRET, code, now), timeStepAt(now));
  });

test('codes of the step before and the one after are known, those of two steps away are not', (t) => {
  const now = new Date(1_234_567_890_000);
  const step = timeStepAt(now);
  const known = [-2, -1, 0, 1, 2].map((steps) => timeStepOf(SECRET, totpCode(SECRET, step + steps), now));
  t.deepEqual(known, [undefined, step - 1, step, step + 1, undefined]);
});

for (const given of ['', '12345', '1234567', '12345a', ' 287082', '٢٨٧٠٨٢', '-87082'])
  test(`no code is known for "${given}"`, (t) => {
    t.is(timeStepOf(SECRET, given, new Date(59_000)), undefined);
  });

test('base32 is that of RFC 4648', (t) => {
  t.is(base32(SECRET), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  t.is(base32(Buffer.from('fooba')), 'MZXW6YTB');
});

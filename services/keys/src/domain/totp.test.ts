import test from 'ava';
import { type CountedCode, countCode, newTotp, type Totp } from './totp.ts';

const NOW = new Date('2026-11-30T12:00:00.000Z');
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);
const fresh = newTotp({ keyId: 'key', ciphertext: 'text' });
const accepted = (counted: CountedCode): Totp => {
  if (counted.result !== 'accepted') throw new Error(counted.result);
  return counted.totp;
};
/** The factor after so many wrong codes, each as soon as it counts. */
function wrong(totp: Totp, times: number): { readonly totp: Totp; readonly at: Date } {
  let [current, at] = [totp, NOW];
  for (let time = 0; time < times; time += 1) {
    if (current.closedUntil !== undefined) at = current.closedUntil;
    const counted = countCode(current, undefined, at);
    if (counted.result !== 'wrong') throw new Error(counted.result);
    current = counted.totp;
  }
  return { totp: current, at };
}

test('a code counts once, and no code of a step before it counts afterwards', (t) => {
  const used = accepted(countCode(fresh, 100, NOW));
  t.is(countCode(used, 100, NOW).result, 'used');
  t.is(countCode(used, 99, NOW).result, 'used');
  t.is(accepted(countCode(used, 101, NOW)).usedStep, 101);
});

test('nine wrong codes in a row cost nothing, and a right one forgives them; a used one is none', (t) => {
  const { totp } = wrong(fresh, 9);
  t.is(totp.closedUntil, undefined);
  const right = accepted(countCode(totp, 100, NOW));
  t.is(right.wrongCodes, 0);
  t.is(countCode(right, 100, NOW).result, 'used');
  t.is(wrong(right, 9).totp.closedUntil, undefined);
});

for (const [times, seconds] of [
  [10, 60],
  [11, 120],
  [15, 1_920],
  [16, 3_600],
  [40, 3_600],
] as const)
  test(`after ${times} wrong codes in a row every code is refused for ${seconds} s, a right one too`, (t) => {
    const { totp, at } = wrong(fresh, times);
    const passed = (after: number): Date => new Date(at.getTime() + after * 1_000);
    t.deepEqual(countCode(totp, 100, at), { result: 'closed', retryAfterSeconds: seconds });
    t.deepEqual(countCode(totp, 100, passed(seconds - 0.5)), { result: 'closed', retryAfterSeconds: 1 });
    t.deepEqual(accepted(countCode(totp, 100, passed(seconds))), { ...fresh, usedStep: 100 });
  });

test('guesses of a year find a code with less than one chance in thirty', (t) => {
  let guesses = 0;
  let at = NOW;
  let totp = fresh;
  while (at < later(365 * 86_400)) {
    const counted = countCode(totp, undefined, at);
    if (counted.result === 'wrong') {
      guesses += 1;
      totp = counted.totp;
    } else at = totp.closedUntil ?? at;
  }
  t.true((guesses * 3) / 1_000_000 < 1 / 30, `${guesses} guesses`);
  t.log(`${guesses} guesses a year`);
});

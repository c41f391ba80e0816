import test from 'ava';
import { MAX_ATTEMPTS, parseRetryAfter, RETRY_WAITS_SECONDS, retryDelayMs } from './retry-schedule.ts';

const HOUR = 3_600_000;

test('fifteen attempts, fourteen waits, 67 h 52 m 35 s in all', (t) => {
  t.is(MAX_ATTEMPTS, 15);
  t.is(
    RETRY_WAITS_SECONDS.reduce((sum: number, seconds) => sum + seconds, 0),
    67 * 3_600 + 52 * 60 + 35,
  );
});

test('the first wait is 5 s, the last 24 h, and after the fifteenth attempt there is none', (t) => {
  t.is(retryDelayMs(1, { jitter: 0, scale: 1 }), 5_000);
  t.is(retryDelayMs(14, { jitter: 0, scale: 1 }), 24 * HOUR);
  t.is(retryDelayMs(15, { jitter: 0, scale: 1 }), undefined);
});

test('jitter only adds, up to a tenth and never more than 15 minutes', (t) => {
  t.is(retryDelayMs(1, { jitter: 1, scale: 1 }), 5_500);
  t.is(retryDelayMs(14, { jitter: 1, scale: 1 }), 24 * HOUR + 15 * 60_000);
  for (const [index, seconds] of RETRY_WAITS_SECONDS.entries())
    for (const jitter of [0, 0.25, 0.5, 1]) {
      const delay = retryDelayMs(index + 1, { jitter, scale: 1 }) ?? -1;
      t.true(delay >= seconds * 1_000 && delay <= Math.min(seconds * 1_100, seconds * 1_000 + 15 * 60_000));
    }
});

test('the scale shrinks our own schedule and its jitter, not what the endpoint asks for', (t) => {
  t.is(retryDelayMs(7, { jitter: 1, scale: 0.001 }), 3_960);
  t.is(retryDelayMs(1, { jitter: 0, scale: 0.001, retryAfterMs: 2_000 }), 2_000);
});

test('Retry-After postpones but never hastens, and is capped at 24 hours', (t) => {
  t.is(retryDelayMs(1, { jitter: 0, scale: 1, retryAfterMs: 120_000 }), 120_000);
  t.is(retryDelayMs(5, { jitter: 0, scale: 1, retryAfterMs: 1_000 }), 900_000);
  t.is(retryDelayMs(1, { jitter: 0, scale: 1, retryAfterMs: 10 * 365 * 24 * HOUR }), 24 * HOUR);
});

const now = new Date('1994-11-06T08:47:37.000Z');
const asks = test.macro({
  exec(t, header: string, ms: number | undefined) {
    t.is(parseRetryAfter(header, now), ms);
  },
  title: (_, header: string, ms: number | undefined) =>
    `Retry-After: ${header.slice(0, 40)} asks for ${ms ?? 'nothing'}`,
});
test(asks, '120', 120_000);
test(asks, '0', 0);
test(asks, 'Sun, 06 Nov 1994 08:49:37 GMT', 120_000);
test(asks, 'Sunday, 06-Nov-94 08:49:37 GMT', 120_000);
test(asks, 'Sun Nov  6 08:49:37 1994', 120_000);
test(asks, 'Sun, 06 Nov 1994 08:00:00 GMT', 0);
for (const garbage of ['soon', '-1', '1.5', '', '2026-11-21', 'Sun, 99 Nov 1994 08:49:37 GMT'])
  test(asks, garbage, undefined);
test('a number of seconds too long for a number is capped, not ignored', (t) => {
  t.is(retryDelayMs(1, { jitter: 0, scale: 1, retryAfterMs: parseRetryAfter('9'.repeat(400), now) }), 24 * HOUR);
});

import test from 'ava';
import { type AttemptOutcome, decideAfterAttempt, MOVES } from './delivery.ts';

const terms = { jitter: 0, scale: 1, now: new Date('2026-11-21T12:00:00.000Z') };
const answer = (statusCode: number, retryAfter?: string): AttemptOutcome => ({
  statusCode,
  retryAfter,
  error: statusCode >= 300 && statusCode < 400 ? 'redirect_not_followed' : undefined,
  responseBody: '',
  durationMs: 1,
});
const fault = (error: NonNullable<AttemptOutcome['error']>, statusCode?: number): AttemptOutcome => ({
  statusCode,
  error,
  responseBody: undefined,
  retryAfter: undefined,
  durationMs: 1,
});

const comesTo = test.macro({
  exec(t, attempt: number, outcome: AttemptOutcome, expected: string) {
    const decision = decideAfterAttempt(attempt, outcome, terms);
    t.is(decision.move === 'retry' ? `retry ${decision.delayMs}` : decision.move, expected);
  },
  title: (rule = '') => rule,
});

for (const status of [200, 201, 204, 299]) test(`${status} delivers`, comesTo, 1, answer(status), 'deliver');
for (const status of [100, 301, 302, 307, 308, 400, 401, 404, 410, 500, 502])
  test(`${status} is tried again`, comesTo, 1, answer(status), 'retry 5000');
test('a transport failure is tried again', comesTo, 2, fault('connection_reset'), 'retry 30000');
test('a 2xx that did not end in time is a failure', comesTo, 1, fault('connection_timeout', 200), 'retry 5000');
test('the fifteenth failure is the last', comesTo, 15, answer(500), 'exhaust');
test('the fifteenth attempt may still deliver', comesTo, 15, answer(200), 'deliver');
test('429 with Retry-After waits that long', comesTo, 1, answer(429, '120'), 'retry 120000');
test(
  '503 with Retry-After as a date waits until then',
  comesTo,
  1,
  answer(503, 'Sat, 21 Nov 2026 12:02:00 GMT'),
  'retry 120000',
);
test('Retry-After on 500 is not an instruction', comesTo, 1, answer(500, '120'), 'retry 5000');
test('Retry-After that says nothing leaves the schedule', comesTo, 1, answer(429, 'later'), 'retry 5000');

test('every move of a delivery', (t) => {
  t.snapshot(
    Object.entries(MOVES)
      .map(([name, { from, to }]) => `${name.padEnd(8)} ${from.join(' | ').padEnd(22)} → ${to}`)
      .join('\n'),
  );
});

test('nothing leaves DELIVERED, CANCELLED or FAILED but by a person’s word', (t) => {
  for (const ended of ['DELIVERED', 'CANCELLED', 'FAILED']) {
    const left = Object.entries(MOVES).filter(([, { from }]) => (from as readonly string[]).includes(ended));
    t.deepEqual(
      left.map(([move]) => move),
      ['resend'],
      ended,
    );
  }
});

import test from 'ava';
import { attemptLogOf, outcomeOf } from './endpoint-outcome.ts';
import { shared } from './harness.ts';

const TIMEOUT_MS = 500;
const webhooks = shared(test, { WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) });

test.serial('a hanging endpoint is cut off at the deadline and recorded as a connection timeout', async (t) => {
  const { delivery, requests } = await outcomeOf(webhooks(), '/hangs', [{ hang: true }, { status: 200 }], 2);
  t.is(delivery?.status, 'DELIVERED');
  const log = await attemptLogOf(webhooks(), delivery);
  t.is(log[0]?.error, 'connection_timeout');
  t.true(Number(log[0]?.durationMs) >= TIMEOUT_MS && Number(log[0]?.durationMs) < TIMEOUT_MS + 250);
  t.is(requests.length, 2);
});

test.serial('a 2xx whose body drips past the deadline is delivered', async (t) => {
  const dripping = { status: 200, body: 'x'.repeat(100), byteEveryMs: 50 };
  const { delivery, requests } = await outcomeOf(webhooks(), '/drips', [dripping], 1);
  t.like(delivery, { status: 'DELIVERED', lastStatusCode: 200 });
  const [first] = await attemptLogOf(webhooks(), delivery);
  t.true(Number(first?.durationMs) < TIMEOUT_MS + 250, 'it is cut off at the deadline');
  t.is(requests.length, 1);
});

test.serial('an answer of another status that drips past the deadline is a timeout', async (t) => {
  const dripping = { status: 500, body: 'x'.repeat(100), byteEveryMs: 50 };
  const { delivery } = await outcomeOf(webhooks(), '/drips-500', [dripping, { status: 200 }], 2);
  const [first] = await attemptLogOf(webhooks(), delivery);
  t.like(first, { statusCode: 500, error: 'connection_timeout' });
});

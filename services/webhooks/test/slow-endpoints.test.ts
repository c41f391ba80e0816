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

test.serial('an answer that drips past the deadline is a timeout, whatever its status said', async (t) => {
  const { delivery } = await outcomeOf(
    webhooks(),
    '/drips',
    [{ status: 200, body: 'x'.repeat(100), byteEveryMs: 50 }, { status: 200 }],
    2,
  );
  const [first] = await attemptLogOf(webhooks(), delivery);
  t.like(first, { statusCode: 200, error: 'connection_timeout' });
});

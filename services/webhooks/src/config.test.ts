import { randomBytes } from 'node:crypto';
import { identitySettings, testEventSettings } from '@gx/testkit';
import test from 'ava';
import { loadConfig } from './config.ts';

const complete = {
  MONGO_URL: 'mongodb://webhooks:secret@db/?tls=true',
  KAFKA_BROKERS: 'kafka:9092',
  CHARGE_ADDRESS: 'charge:50051',
  KEYS_ADDRESS: 'keys:50051',
  PAYOUT_ADDRESS: 'payout:50056',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  ...testEventSettings(),
  ...identitySettings('webhooks'),
};

test('an endpoint has 30 s to answer where nobody says otherwise, and is tried on the schedule as it is', (t) => {
  t.like(loadConfig(complete), {
    WEBHOOK_TIMEOUT_MS: 30_000,
    WEBHOOK_RETRY_TIME_SCALE: 1,
    WEBHOOK_ENDPOINTS_MAX: 32,
    WEBHOOK_MANUAL_SENDS_PER_DAY: 10_000,
    WEBHOOK_ALLOWED_PRIVATE_TARGETS: [],
  });
});

test('every problem is named at once and no value is repeated', (t) => {
  const wrong = { ...complete, ENCRYPTION_KEY: 'canary', WEBHOOK_TIMEOUT_MS: 'canary', MONGO_URL: '' };
  const { message } = t.throws(() => loadConfig({ ...wrong, WEBHOOK_ALLOWED_PRIVATE_TARGETS: 'canary' }));
  for (const name of ['MONGO_URL', 'ENCRYPTION_KEY', 'WEBHOOK_TIMEOUT_MS', 'WEBHOOK_ALLOWED_PRIVATE_TARGETS'])
    t.true(message.includes(name), name);
});

test('private targets are allowed: it starts on one’s own machine alone', (t) => {
  const open = { ...complete, WEBHOOK_ALLOWED_PRIVATE_TARGETS: '10.0.0.0/8' };
  for (const env of [open, { ...open, ENVIRONMENT: 'production' }])
    t.throws(() => loadConfig(env), {
      message: 'ENVIRONMENT is production: WEBHOOK_ALLOWED_PRIVATE_TARGETS must be absent',
    });
  t.notThrows(() => loadConfig({ ...open, ENVIRONMENT: 'local' }));
});

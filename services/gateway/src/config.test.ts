import { ConfigError } from '@gx/runtime';
import { identitySettings } from '@gx/testkit';
import test from 'ava';
import { gatewayConfig } from './config.ts';

const GIVEN = {
  ...identitySettings('gateway'),
  REDIS_URL: 'rediss://gateway:secret@r',
  KEYS_ADDRESS: 'k:1',
  CHARGE_ADDRESS: 'c:1',
  LEDGER_ADDRESS: 'l:1',
  REFUND_ADDRESS: 'r:1',
  PAYOUT_ADDRESS: 'p:1',
  WEBHOOKS_ADDRESS: 'w:1',
};

test('the limits and the list of charges have the defaults of the decisions (N19, A11)', (t) => {
  t.like(gatewayConfig(GIVEN), {
    RATE_LIMIT_TEST_PER_MINUTE: 1_500,
    RATE_LIMIT_LIVE_PER_MINUTE: 6_000,
    RATE_LIMIT_ACCOUNT_TIMES: 4,
    LOGIN_ATTEMPTS_PER_MINUTE: 10,
    LOGIN_ATTEMPTS_OF_ADDRESS_PER_MINUTE: 30,
    LOGIN_FAILURES_PER_HOUR: 20,
    CHARGES_LIST: true,
  });
  t.deepEqual(gatewayConfig(GIVEN).TRUSTED_PROXIES, []);
});

test('every wrong setting is named at once', (t) => {
  const wrong = {
    ...GIVEN,
    REDIS_URL: '',
    TRUSTED_PROXIES: '10.0.0.0/8,loadbalancer',
    BANK_TLS_KEY_FILE: '/nowhere',
    RATE_LIMIT_TEST_PER_MINUTE: '0',
  };
  const error = t.throws(() => gatewayConfig(wrong), { instanceOf: ConfigError });
  for (const name of ['REDIS_URL', 'TRUSTED_PROXIES', 'BANK_TLS_KEY_FILE', 'RATE_LIMIT_TEST_PER_MINUTE']) {
    t.true(error.message.includes(name), name);
  }
});

test('proxies are addresses and networks of both families', (t) => {
  const { TRUSTED_PROXIES } = gatewayConfig({ ...GIVEN, TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1,fd00::/8' });
  t.deepEqual(TRUSTED_PROXIES, ['10.0.0.0/8', '127.0.0.1', 'fd00::/8']);
});

test('a file of certificates with nothing in it is an error: an empty authority would be every authority', (t) => {
  const error = t.throws(() => gatewayConfig({ ...GIVEN, BANK_TLS_CA_FILE: '/dev/null' }), { instanceOf: ConfigError });
  t.regex(error.message, /BANK_TLS_CA_FILE.*nothing in it/);
});

test('half a certificate is an error, not a listener without TLS', (t) => {
  t.throws(() => gatewayConfig({ ...GIVEN, BANK_TLS_CERT_FILE: import.meta.filename }), { instanceOf: ConfigError });
  t.throws(() => gatewayConfig({ ...GIVEN, BANK_TLS_CA_FILE: import.meta.filename }), { instanceOf: ConfigError });
});

test('a test key for everybody’s eyes is refused in production', (t) => {
  const file = { ...GIVEN, DOCS_TEST_KEY_FILE: '/stack/test.key' };
  t.throws(() => gatewayConfig(file), { instanceOf: ConfigError, message: /DOCS_TEST_KEY_FILE/ });
  t.is(gatewayConfig({ ...file, ENVIRONMENT: 'local' }).DOCS_TEST_KEY_FILE, '/stack/test.key');
});

import { generateKeyPairSync } from 'node:crypto';
import { identitySettings } from '@gx/testkit';
import test from 'ava';
import { loadConfig, settingsByMode } from './config.ts';

const pem = (namedCurve: string, part: 'privateKey' | 'publicKey'): string =>
  generateKeyPairSync('ec', { namedCurve })
    [part].export({ type: part === 'privateKey' ? 'pkcs8' : 'spki', format: 'pem' })
    .toString();
const signingKey = pem('P-256', 'privateKey');
const complete = {
  ...identitySettings('keys'),
  MONGO_URL: 'mongodb://keys:secret@db/?tls=true',
  REDIS_URL: 'rediss://keys:secret@cache',
  JWT_SIGNING_KEY: signingKey,
  JWT_ISSUER: 'https://gx.example',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
};

test('a P-256 key and one of 256 bits are enough; the rest has defaults', (t) => {
  t.like(loadConfig(complete), {
    MONGO_DB: 'gx_keys',
    REDIS_PREFIX: 'gx:',
    JWT_PREVIOUS_KEYS: undefined,
    DECRYPTION_KEYS: undefined,
    TOTP_ISSUER: 'gx',
    DEFAULT_PLATFORM_FEE_BASIS_POINTS: 100,
    DEFAULT_PLATFORM_FEE_FIXED: 0,
    DEFAULT_EXPIRES_IN_SECONDS: 3_600,
    SETTLEMENT_DELAY_SECONDS: 0,
  });
});

test('live payouts need approval and are limited, and nothing is in test, unless a deployment says otherwise', (t) => {
  t.like(settingsByMode(loadConfig(complete)), {
    live: {
      payoutApproval: 'required',
      payoutFee: undefined,
      payoutPerPaymentMax: 1_000_000_000,
      payoutPerDayMax: 1_000_000_000,
      payoutPerNightMax: 100_000,
      payoutNewDestinationMax: 1_000_000,
      refundDestinations: 'any',
      refundCountPerDay: 1_000,
      refundSumPerDay: null,
      refundSumPerDayBySalesMin: 1_000_000,
      refundNewDestinationsPerDay: 50,
    },
    test: { payoutApproval: 'none', payoutPerNightMax: null, refundCountPerDay: null, refundSumPerDayBySalesMin: null },
  });
  const own = { PAYOUT_TEST_APPROVAL: 'required', PAYOUT_LIVE_PER_NIGHT_MAX: 'none', REFUND_LIVE_COUNT_PER_DAY: '0' };
  t.like(settingsByMode(loadConfig({ ...complete, ...own })), {
    live: { payoutPerNightMax: null, refundCountPerDay: 0 },
    test: { payoutApproval: 'required' },
  });
});

test('a limit that is no number is named, and so is an approval of another word', (t) => {
  const wrong = { PAYOUT_LIVE_PER_DAY_MAX: '1.5', REFUND_LIVE_COUNT_PER_DAY: '', PAYOUT_LIVE_APPROVAL: 'off' };
  t.throws(() => loadConfig({ ...complete, ...wrong }), {
    message: [
      'PAYOUT_LIVE_APPROVAL must be one of none, required',
      'PAYOUT_LIVE_PER_DAY_MAX must be an integer from 0 to 999999999999, or none',
      'REFUND_LIVE_COUNT_PER_DAY must be an integer from 0 to 1000000, or none',
    ].join('; '),
  });
});

test('a key may have its line breaks written as \\n', (t) => {
  const config = loadConfig({ ...complete, JWT_SIGNING_KEY: signingKey.replaceAll('\n', '\\n') });
  t.is(config.JWT_SIGNING_KEY.asymmetricKeyType, 'ec');
});

test('previous keys are PEM blocks one after the other; only their public half is kept', (t) => {
  const blocks = [pem('P-256', 'publicKey'), pem('P-256', 'privateKey')].join('');
  const { JWT_PREVIOUS_KEYS: keys } = loadConfig({ ...complete, JWT_PREVIOUS_KEYS: blocks });
  t.deepEqual(
    keys?.map(({ type }) => type),
    ['public', 'public'],
  );
});

test('every problem is named at once and no value is repeated', (t) => {
  const wrong = { ...complete, MONGO_URL: '', JWT_PREVIOUS_KEYS: 'canary', SETTLEMENT_DELAY_SECONDS: 'canary' };
  for (const JWT_SIGNING_KEY of ['canary', pem('P-384', 'privateKey'), pem('P-256', 'publicKey')]) {
    const { message } = t.throws(() => loadConfig({ ...wrong, JWT_SIGNING_KEY }));
    for (const name of ['MONGO_URL', 'JWT_SIGNING_KEY', 'JWT_PREVIOUS_KEYS', 'SETTLEMENT_DELAY_SECONDS']) {
      t.true(message.includes(name), name);
    }
    t.notRegex(message, /canary|BEGIN/);
  }
});

const HOOK = {
  MAIL_HOOK_URL: 'https://mail.example/links',
  MAIL_HOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  ACCOUNT_URL: 'https://account.example/',
};

test('a mail hook comes with a secret of its own and with the page that its links open; without one there is none', (t) => {
  t.is(loadConfig(complete).MAIL_HOOK_URL, undefined);
  t.like(loadConfig({ ...complete, ...HOOK }), { ...HOOK, ACCOUNT_URL: 'https://account.example' });
  for (const missing of ['MAIL_HOOK_SECRET', 'ACCOUNT_URL'] as const) {
    const { [missing]: _, ...others } = HOOK;
    t.throws(() => loadConfig({ ...complete, ...others }), {
      message: /MAIL_HOOK_URL needs MAIL_HOOK_SECRET and ACCOUNT_URL/,
    });
  }
  for (const secret of ['a secret', 'whsec_c2hvcnQ=', HOOK.MAIL_HOOK_SECRET.slice('whsec_'.length)])
    t.throws(() => loadConfig({ ...complete, ...HOOK, MAIL_HOOK_SECRET: secret }), {
      message: /MAIL_HOOK_SECRET must be/,
    });
});

test('links are not posted in clear, but on one’s own machine', (t) => {
  const plain = { ...complete, ...HOOK, MAIL_HOOK_URL: 'http://mail.example/links' };
  t.throws(() => loadConfig(plain), { message: /MAIL_HOOK_URL must be an https URL/ });
  t.is(loadConfig({ ...plain, ENVIRONMENT: 'local' }).MAIL_HOOK_URL, plain.MAIL_HOOK_URL);
});

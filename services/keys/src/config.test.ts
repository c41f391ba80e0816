import { generateKeyPairSync } from 'node:crypto';
import test from 'ava';
import { loadConfig } from './config.ts';

const pem = (namedCurve: string, part: 'privateKey' | 'publicKey'): string =>
  generateKeyPairSync('ec', { namedCurve })
    [part].export({ type: part === 'privateKey' ? 'pkcs8' : 'spki', format: 'pem' })
    .toString();
const signingKey = pem('P-256', 'privateKey');
const complete = {
  MONGO_URL: 'mongodb://db',
  REDIS_URL: 'redis://cache',
  JWT_SIGNING_KEY: signingKey,
  JWT_ISSUER: 'https://gx.example',
};

test('a P-256 key is enough; the rest has defaults', (t) => {
  t.like(loadConfig(complete), {
    MONGO_DB: 'gx_keys',
    REDIS_PREFIX: 'gx:',
    JWT_PREVIOUS_KEYS: undefined,
    DEFAULT_PLATFORM_FEE_BASIS_POINTS: 100,
    DEFAULT_PLATFORM_FEE_FIXED: 0,
    DEFAULT_EXPIRES_IN_SECONDS: 3_600,
    SETTLEMENT_DELAY_SECONDS: 0,
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

import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '@gx/testkit';
import test from 'ava';
import { ConfigError, type Environment, readConfig } from '../config/config.ts';
import { KAFKA_SPEC, type KafkaAccess, kafkaAccess } from './kafka-config.ts';

const KAFKA_BROKERS = 'kafka-0:9093,kafka-1:9093';
const brokers = ['kafka-0:9093', 'kafka-1:9093'];
const read = (env: Environment): KafkaAccess => kafkaAccess(readConfig({ KAFKA_BROKERS, ...env }, KAFKA_SPEC));

const { cert, key } = selfSigned('service');
const NAMED = { KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_SASL_USERNAME: 'gx', KAFKA_SASL_PASSWORD: 'secret' };

test('without settings brokers are spoken to in the clear and nobody says who they are', (t) => {
  t.deepEqual(read({}), { brokers });
  t.deepEqual(read({ KAFKA_TLS: 'off', KAFKA_TLS_CA: '', KAFKA_SASL_MECHANISM: '', KAFKA_SASL_PASSWORD: '' }), {
    brokers,
  });
});

test('TLS needs no more than to be on; authorities, a certificate and a user come beside it', (t) => {
  t.deepEqual(read({ KAFKA_TLS: 'on' }), { brokers, tls: {} });
  const all = { KAFKA_TLS: 'true', KAFKA_TLS_CA: cert + cert, KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key, ...NAMED };
  t.deepEqual(read(all), {
    brokers,
    tls: { ca: cert + cert, identity: { cert, key } },
    sasl: { mechanism: 'scram-sha-512', username: 'gx', password: 'secret' },
  });
});

test('SASL without TLS is allowed: some networks are their own protection', (t) => {
  const sasl = { mechanism: 'plain', username: 'gx', password: 'secret' } as const;
  t.deepEqual(read({ ...NAMED, KAFKA_SASL_MECHANISM: 'plain' }), { brokers, sasl });
});

test('certificates, keys, the user and the password are read from files', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gx-kafka-config-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const access = read({
    KAFKA_TLS: 'on',
    KAFKA_TLS_CA_FILE: file('ca.crt', cert),
    KAFKA_TLS_CERT_FILE: file('tls.crt', cert),
    KAFKA_TLS_KEY_FILE: file('tls.key', key),
    KAFKA_SASL_MECHANISM: 'scram-sha-256',
    KAFKA_SASL_USERNAME_FILE: file('user', 'gx\n'),
    KAFKA_SASL_PASSWORD_FILE: file('password', 'secret\n'),
  });
  t.deepEqual(access.sasl, { mechanism: 'scram-sha-256', username: 'gx', password: 'secret' });
  t.deepEqual(access.tls, { ca: cert.trimEnd(), identity: { cert: cert.trimEnd(), key: key.trimEnd() } });
});

const problems = (env: Environment): readonly string[] => {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('; ');
  }
  return [];
};

for (const [rule, env, expected] of [
  [
    'a user without a password and a mechanism',
    { KAFKA_SASL_USERNAME: 'gx' },
    [
      'KAFKA_SASL_MECHANISM is required beside KAFKA_SASL_USERNAME',
      'KAFKA_SASL_PASSWORD is required beside KAFKA_SASL_USERNAME',
    ],
  ],
  [
    'a mechanism without anybody',
    { KAFKA_SASL_MECHANISM: 'plain' },
    [
      'KAFKA_SASL_USERNAME is required beside KAFKA_SASL_MECHANISM',
      'KAFKA_SASL_PASSWORD is required beside KAFKA_SASL_MECHANISM',
    ],
  ],
  [
    'a mechanism that is not known',
    { ...NAMED, KAFKA_SASL_MECHANISM: 'gssapi' },
    ['KAFKA_SASL_MECHANISM must be one of plain, scram-sha-256, scram-sha-512'],
  ],
  ['authorities that nobody would ask', { KAFKA_TLS_CA: cert }, ['KAFKA_TLS_CA is set while KAFKA_TLS is off']],
  [
    'a certificate without its key',
    { KAFKA_TLS: 'on', KAFKA_TLS_CERT: cert },
    ['KAFKA_TLS_KEY is required beside KAFKA_TLS_CERT'],
  ],
  [
    'a key without its certificate',
    { KAFKA_TLS: 'on', KAFKA_TLS_KEY: key },
    ['KAFKA_TLS_CERT is required beside KAFKA_TLS_KEY'],
  ],
  [
    'the key of another certificate',
    { KAFKA_TLS: 'on', KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: selfSigned('other').key },
    ['KAFKA_TLS_KEY is not the key of KAFKA_TLS_CERT'],
  ],
  [
    'what is no PEM',
    { KAFKA_TLS: 'on', KAFKA_TLS_CA: 'ca.crt', KAFKA_TLS_CERT: cert.slice(0, 200), KAFKA_TLS_KEY: cert },
    [
      'KAFKA_TLS_CA must hold certificates in PEM',
      'KAFKA_TLS_CERT must hold certificates in PEM',
      'KAFKA_TLS_KEY must be a private key in PEM, without a passphrase',
    ],
  ],
  [
    'a file that is not there, and everything else with it',
    { KAFKA_BROKERS: ',', KAFKA_TLS_CA_FILE: '/gone/ca.crt', KAFKA_SASL_PASSWORD: 'secret' },
    [
      'KAFKA_BROKERS must name a broker',
      'KAFKA_TLS_CA cannot be read from the file that KAFKA_TLS_CA_FILE names: /gone/ca.crt',
      'KAFKA_TLS_CA is set while KAFKA_TLS is off',
      'KAFKA_SASL_MECHANISM is required beside KAFKA_SASL_PASSWORD',
      'KAFKA_SASL_USERNAME is required beside KAFKA_SASL_PASSWORD',
    ],
  ],
] as const)
  test(`no client is made with ${rule}`, (t) => t.deepEqual(problems(env), expected));

test('a key under a passphrase is refused at the start, and is not quoted', (t) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const encrypted = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'hush' });
  t.deepEqual(problems({ KAFKA_TLS: 'on', KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: encrypted.toString() }), [
    'KAFKA_TLS_KEY must be a private key in PEM, without a passphrase',
  ]);
});

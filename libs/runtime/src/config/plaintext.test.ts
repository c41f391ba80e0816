import test from 'ava';
import { EVENTS_SPEC } from '../kafka/kafka-config.ts';
import { ALLOW_PLAINTEXT_REDIS, redisUrl } from '../redis/redis-address.ts';
import { type Environment, readConfig } from './config.ts';
import { mongoLacks, plaintextReasons } from './plaintext.ts';
import { rpcServiceSpec } from './service-spec.ts';

// Another test is about what this one demands.
const { ASSERTION_VERIFICATION_KEYS: _, ...SERVICE } = rpcServiceSpec(50_000, 'gx_test');
const SPEC = {
  ...SERVICE,
  ...EVENTS_SPEC,
  REDIS_URL: redisUrl(),
  ALLOW_PLAINTEXT_REDIS,
};
const PLAIN = { MONGO_URL: 'mongodb://db/?replicaSet=rs0', KAFKA_BROKERS: 'kafka:9092', REDIS_URL: 'redis://redis' };
const GUARDED = {
  MONGO_URL: 'mongodb://charge:secret@db/?replicaSet=rs0&tls=true',
  KAFKA_BROKERS: 'kafka:9093',
  KAFKA_TLS: 'on',
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: 'charge',
  KAFKA_SASL_PASSWORD: 'secret',
  REDIS_URL: 'rediss://charge:secret@redis',
};
const REASON = 'the servers stand in the same rack';
const problemOf = (env: Environment): string => {
  try {
    readConfig(env, SPEC);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('in production, which is the default, each plain server is refused by name with what it risks, all at once', (t) => {
  for (const env of [PLAIN, { ...PLAIN, ENVIRONMENT: 'production' }])
    t.is(
      problemOf(env),
      'ALLOW_PLAINTEXT_MONGODB must say why MONGO_URL is a server without TLS and a user in production, or it is not: who reads or reaches it has its data and can write balances; ' +
        'ALLOW_PLAINTEXT_KAFKA must say why KAFKA_BROKERS is a server without TLS and a user in production, or it is not: who reads or reaches it has every event and can fill a topic, or commit for another’s group; ' +
        'ALLOW_PLAINTEXT_REDIS must say why REDIS_URL is a server without TLS and a user in production, or it is not: who reads or reaches it lifts rate limits and sees which keys are in use',
    );
});

test('TLS and a user everywhere need no reason; elsewhere than in production nothing does', (t) => {
  t.is(problemOf(GUARDED), '');
  t.is(problemOf({ ...PLAIN, ENVIRONMENT: 'local' }), '');
});

for (const [what, env, says] of [
  [
    'Kafka without TLS',
    { KAFKA_TLS: 'off' },
    /^ALLOW_PLAINTEXT_KAFKA must say why KAFKA_BROKERS is a server without TLS in/,
  ],
  [
    'Kafka without a user',
    { KAFKA_SASL_MECHANISM: '', KAFKA_SASL_USERNAME: '', KAFKA_SASL_PASSWORD: '' },
    /^ALLOW_PLAINTEXT_KAFKA must say why KAFKA_BROKERS is a server without a user in/,
  ],
  ['Redis without TLS', { REDIS_URL: 'redis://:secret@redis' }, /^ALLOW_PLAINTEXT_REDIS .* without TLS in/],
  ['Redis without a password', { REDIS_URL: 'rediss://redis' }, /^ALLOW_PLAINTEXT_REDIS .* without a user in/],
  ['MongoDB without TLS', { MONGO_URL: 'mongodb://charge:secret@db/' }, /^ALLOW_PLAINTEXT_MONGODB .* without TLS in/],
] as const)
  test(`in production ${what} alone is refused`, (t) => {
    t.regex(problemOf({ ...GUARDED, ...env }), says);
    t.false(problemOf({ ...GUARDED, ...env }).includes(';'));
    t.false(problemOf({ ...GUARDED, ...env }).includes('secret'));
  });

test('a reason lets its own server be plain and no other; what says nothing is no reason', (t) => {
  const { ALLOW_PLAINTEXT_MONGODB: _, ...others } = {
    ALLOW_PLAINTEXT_MONGODB: REASON,
    ALLOW_PLAINTEXT_KAFKA: REASON,
    ALLOW_PLAINTEXT_REDIS: REASON,
  };
  t.is(problemOf({ ...PLAIN, ...others, ALLOW_PLAINTEXT_MONGODB: REASON }), '');
  t.regex(problemOf({ ...PLAIN, ...others }), /^ALLOW_PLAINTEXT_MONGODB must say why/);
  t.is(
    problemOf({ ...PLAIN, ...others, ALLOW_PLAINTEXT_MONGODB: 'true' }),
    'ALLOW_PLAINTEXT_MONGODB must say why, in ten characters or more',
  );
});

test('the reasons that are set are named for the log, and nothing else', (t) => {
  const config = readConfig({ ...PLAIN, ENVIRONMENT: 'local', ALLOW_PLAINTEXT_KAFKA: REASON }, SPEC);
  t.deepEqual(plaintextReasons(config), [['ALLOW_PLAINTEXT_KAFKA', REASON]]);
});

for (const [url, lacks] of [
  ['mongodb://u:p@a,b,c/?replicaSet=rs0&tls=true', undefined],
  ['mongodb://u:p@a/gx?ssl=true', undefined],
  ['mongodb+srv://u:p@cluster.example.com/?retryWrites=true', undefined],
  ['mongodb+srv://u:p@cluster.example.com/?tls=false', 'TLS'],
  ['mongodb://a/?tls=true&authMechanism=MONGODB-X509', undefined],
  ['mongodb://u:p@a/?tls=true&tlsAllowInvalidCertificates=true', 'TLS'],
  ['mongodb://u:p@a/?tls=true&tlsInsecure=true', 'TLS'],
  ['mongodb://u@a/?tls=true', 'a user'],
  ['mongodb://u:p@a/?TLS=true', undefined],
  ['mongodb://a/?tls=true&authMechanism=MONGODB-AWS', undefined],
  ['mongodb://a/?replicaSet=rs0\n', 'TLS and a user'],
  ['mongodb://a', 'TLS and a user'],
  ['no connection string', undefined],
] as const)
  test(`${url} lacks ${lacks ?? 'nothing'}`, (t) => {
    t.is(mongoLacks(url), lacks);
  });

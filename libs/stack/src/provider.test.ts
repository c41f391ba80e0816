import test from 'ava';
import { stackSettings } from './config.ts';
import { chooseProvider, StackUnavailable } from './provider.ts';

const ALL = { MONGO_URL: 'mongodb://m', KAFKA_BROKERS: 'k:9092', REDIS_URL: 'redis://r' };
const choose = (env: NodeJS.ProcessEnv) => chooseProvider(stackSettings(env));

test('given addresses are used', (t) => {
  t.deepEqual(choose(ALL), {
    kind: 'given',
    why: 'addresses are set',
    addresses: { mongoUrl: 'mongodb://m', kafkaBrokers: 'k:9092', redisUrl: 'redis://r' },
  });
});

test('without addresses the servers are native', (t) => {
  t.deepEqual(choose({}), { kind: 'native', why: 'no addresses are set' });
});

test('a partial set of addresses is an error that names the rest', (t) => {
  const error = t.throws(() => choose({ KAFKA_BROKERS: 'k:9092' }), { instanceOf: StackUnavailable });
  t.is(error.message, 'addresses are set, but MONGO_URL and REDIS_URL are not set. Set all three addresses, or none.');
});

test('an empty address counts as absent', (t) => {
  t.throws(() => choose({ ...ALL, REDIS_URL: ' ' }), { message: /but REDIS_URL is not set/ });
});

test('a forced native passes given addresses by', (t) => {
  t.is(choose({ ...ALL, STACK_PROVIDER: 'native' }).kind, 'native');
});

test('a forced given never falls through to native', (t) => {
  const message = /STACK_PROVIDER=given, but MONGO_URL and KAFKA_BROKERS and REDIS_URL are not set/;
  t.throws(() => choose({ STACK_PROVIDER: 'given' }), { instanceOf: StackUnavailable, message });
});

test('a forced docker says that it comes later, and never falls through', (t) => {
  t.throws(() => choose({ ...ALL, STACK_PROVIDER: 'docker' }), { message: /Docker is not supported yet/ });
});

test('an unknown provider is refused with the known ones', (t) => {
  t.throws(() => choose({ STACK_PROVIDER: 'podman' }), { message: /none of given, native/ });
});

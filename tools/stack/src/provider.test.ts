import test from 'ava';
import { stackSettings } from './config.ts';
import { chooseProvider, firstPossible, StackUnavailable } from './provider.ts';

const ALL = { MONGO_URL: 'mongodb://m', KAFKA_BROKERS: 'k:9092', REDIS_URL: 'redis://r' };
const choose = (env: NodeJS.ProcessEnv, nativeFirst = true) => chooseProvider(stackSettings(env), nativeFirst);

test('given addresses are used', (t) => {
  t.deepEqual(choose(ALL), {
    kind: 'given',
    why: 'addresses are set',
    addresses: { mongoUrl: 'mongodb://m', kafkaBrokers: 'k:9092', redisUrl: 'redis://r' },
  });
});

test('without addresses the servers are native, and Docker is the next way', (t) => {
  t.deepEqual(choose({}), { kind: 'own', why: 'no addresses are set', order: ['native', 'docker'] });
});

test('where no registry has binaries, Docker comes first', (t) => {
  t.like(choose({}, false), { order: ['docker', 'native'] });
});

test('a partial set of addresses is an error that names the rest', (t) => {
  const error = t.throws(() => choose({ KAFKA_BROKERS: 'k:9092' }), { instanceOf: StackUnavailable });
  t.is(error.message, 'addresses are set, but MONGO_URL and REDIS_URL are not set. Set all three addresses, or none.');
});

test('an empty address counts as absent', (t) => {
  t.throws(() => choose({ ...ALL, REDIS_URL: ' ' }), { message: /but REDIS_URL is not set/ });
});

for (const provider of ['native', 'docker'] as const) {
  test(`a forced ${provider} passes given addresses by, and is the only way`, (t) => {
    const forced = { kind: 'own', why: `STACK_PROVIDER=${provider}`, order: [provider] } as const;
    t.deepEqual(choose({ ...ALL, STACK_PROVIDER: provider }), forced);
    t.deepEqual(choose({ STACK_PROVIDER: provider }, false), forced);
  });
}

test('a forced given never falls through to servers of our own', (t) => {
  const message = /STACK_PROVIDER=given, but MONGO_URL and KAFKA_BROKERS and REDIS_URL are not set/;
  t.throws(() => choose({ STACK_PROVIDER: 'given' }), { instanceOf: StackUnavailable, message });
});

test('an unknown provider is refused with the known ones', (t) => {
  t.throws(() => choose({ STACK_PROVIDER: 'podman' }), { message: /none of given, native, docker/ });
});

const BOTH = { kind: 'own', why: 'no addresses are set', order: ['native', 'docker'] } as const;
const found = (says: string) => async () => ({ says });
const impossible = (kind: string) => async () => {
  throw new StackUnavailable(`${kind}: a page of reasons`, `no ${kind}`);
};

test('the first way that is possible is taken, and the next is not even looked at', async (t) => {
  const docker = async () => t.fail() as never;
  const { chosen } = await firstPossible(BOTH, { native: found('mongod 6'), docker });
  t.is(chosen, 'native (no addresses are set): mongod 6');
});

test('the line says why the first way was passed over', async (t) => {
  const { chosen } = await firstPossible(BOTH, { native: impossible('native'), docker: found('engine 27') });
  t.is(chosen, 'docker (no addresses are set; no native): engine 27');
});

test('when no way is possible, one message has the reasons of all', async (t) => {
  const looking = firstPossible(BOTH, { native: impossible('native'), docker: impossible('docker') });
  await t.throwsAsync(looking, {
    instanceOf: StackUnavailable,
    message: 'native: a page of reasons\ndocker: a page of reasons',
  });
});

test('a fault of looking is not taken for an answer', async (t) => {
  const native = async () => {
    throw new TypeError('a bug');
  };
  await t.throwsAsync(firstPossible(BOTH, { native, docker: found('engine 27') }), { instanceOf: TypeError });
});

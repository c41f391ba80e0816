import { keyRecordName, REDIS_USERS, type RedisUser } from '@gx/contracts';
import { guardedRedis, servers, uniqueName, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { makeRedisUsers } from './make-redis-users.ts';
import { startStack } from './stack.ts';

/** What nobody does in Redis. */
const NOBODYS: readonly (readonly string[])[] = [
  ['KEYS', '*'],
  ['SCAN', '0'],
  ['FLUSHALL'],
  ['CONFIG', 'GET', '*'],
  ['ACL', 'LIST'],
  ['MONITOR'],
  ['SUBSCRIBE', 'x'],
  ['SCRIPT', 'FLUSH'],
  ['CLIENT', 'LIST'],
  ['DEBUG', 'SLEEP', '0'],
  ['SHUTDOWN', 'NOSAVE'],
];

/** A Redis with the users of the table, and nobody else but its administrator. */
async function redisOf(t: ExecutionContext, prefix: string) {
  const redis = await guardedRedis();
  t.teardown(redis.stop);
  await makeRedisUsers(redis, prefix);
  return redis;
}

test('each service is a user of its own in Redis: enough for admissions, limits and revocations, and nothing beside its row', async (t) => {
  const namespace = `${uniqueName('redis-users')}_`;
  const prefix = `${namespace}gx:`;
  const redis = await redisOf(t, prefix);
  const { mongoUrl, kafkaBrokers } = servers();
  const urlOf = (user: RedisUser) => ({ REDIS_URL: redis.urlOf(user) });
  const stack = await startStack({
    servers: { mongoUrl, redisUrl: redis.urlOf('nobody'), kafkaBrokers: kafkaBrokers.join(',') },
    overrides: { gateway: urlOf('gateway'), keys: urlOf('keys') },
    namespace,
  });
  t.teardown(() => stack.stop());
  const { merchant } = stack;
  t.is((await merchant.create({ amount: 1_000 })).status, 201);
  const records = async () =>
    ((await redis.admin(['KEYS', `${prefix}*`])) as string[]).map((key) => key.replace(prefix, ''));
  await until('a window in Redis', async () => (await records()).some((key) => key.startsWith('rate:')));
  // A script that Redis has forgotten is sent again.
  await redis.admin(['SCRIPT', 'FLUSH']);
  t.is((await merchant.create({ amount: 1_000 })).status, 201);
  const [{ email = '', password = '' } = {}] = stack.accounts;
  const logIn = (given: string) => merchant.send('POST', '/v1/auth/login', { body: { email, password: given } });
  t.deepEqual([(await logIn('wrong')).status, (await logIn(password)).status], [401, 200]);
  const [failures = ''] = (await redis.admin(['KEYS', `${prefix}failed-logins:*`])) as string[];
  t.is(await redis.admin(['HGET', failures, 'total']), '1', 'the one that failed counts, the other one was restored');
  t.deepEqual(
    stack.lines.filter((line) => /redis left alone|NOPERM|WRONGPASS/.test(line)),
    [],
  );

  const record = keyRecordName(prefix, 'f');
  const refused: readonly (readonly [RedisUser, readonly string[]])[] = [
    ...REDIS_USERS.flatMap((user) => NOBODYS.map((words) => [user, words] as const)),
    ['gateway', ['HGET', 'another:lease:{f}', 'x']],
    ['gateway', ['SET', `${prefix}x`, '1']],
    ['keys', ['HGET', record, 'x']],
    ['keys', ['HSET', record, 'x', '1']],
    ['keys', ['DEL', `${prefix}rate:{f}`]],
    ['keys', ['EVAL', 'return 1', '0']],
  ];
  for (const [user, words] of refused)
    await t.throwsAsync(redis.as(user, words), { message: /NOPERM/ }, `${user} ${words.join(' ')}`);
  t.is(await redis.as('gateway', ['HSET', record, 'x', '1']), 1);
  t.is(await redis.as('keys', ['DEL', record]), 1);
});

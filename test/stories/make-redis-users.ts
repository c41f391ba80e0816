import { REDIS_USERS, type RedisUser, redisRights, redisRules } from '@gx/contracts';
import type { guardedRedis } from '@gx/testkit';

/** Makes a user for each row of the table, under the name that it is to have, as an administrator does. */
export async function makeRedisUsers(
  { admin, password }: Awaited<ReturnType<typeof guardedRedis>>,
  prefix: string,
  nameOf: (user: RedisUser) => string = (user) => user,
): Promise<void> {
  const rights = redisRights(prefix);
  const version = Number(/redis_version:(\d+)/.exec(String(await admin(['INFO', 'server'])))?.[1]);
  for (const user of REDIS_USERS) {
    const rules = redisRules(rights[user]).filter((rule) => version >= 7 || rule !== '+client|setinfo');
    await admin(['ACL', 'SETUSER', nameOf(user), ...rules, `>${password}`]);
  }
}

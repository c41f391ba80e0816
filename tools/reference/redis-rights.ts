import { REDIS_USERS, redisRights, redisRules } from '../../libs/contracts/src/redis-rights.ts';
import { code, codes, page, table } from './markdown.ts';

const PREFIX = 'gx:';

/** Who may do what in Redis. */
export function redisRightsPage(): string {
  const rights = redisRights(PREFIX);
  return page(
    'Rights in Redis',
    `Made from ${code('libs/contracts/src/redis-rights.ts')}, for the usual ${code('REDIS_PREFIX')}. What stands here is all that a service does in Redis.`,
    table(
      ['user', 'keys', 'commands'],
      REDIS_USERS.map((user) => [code(user), codes(rights[user].keys), codes(rights[user].commands)]),
    ),
    'An administrator makes them on each node, and gives them passwords in the place of `<password>`; the name and the password stand in `REDIS_URL`:',
    [
      '```',
      ...REDIS_USERS.map((user) => ['ACL SETUSER', user, ...redisRules(rights[user]), '><password>'].join(' ')),
      '```',
    ].join('\n'),
    'Then nobody comes in without a name: `ACL SETUSER default off`. Of a Redis before 7 leave `+client|setinfo` out: it does not know it. Sentinels have users of their own.',
  );
}

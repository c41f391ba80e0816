import { keyRecordName } from './admission.ts';

/** Who comes to Redis. */
export const REDIS_USERS = ['gateway', 'keys'] as const;
export type RedisUser = (typeof REDIS_USERS)[number];

/** What a user may do, as rules of `ACL SETUSER`. */
export type RedisRights = {
  /** Patterns of the keys that it may touch. */
  readonly keys: readonly string[];
  readonly commands: readonly string[];
};

/** How a client comes in, sees that Redis is there, and finds the nodes of a Cluster. */
const CONNECTION = ['ping', 'auth', 'hello', 'client|setinfo', 'cluster|slots'];
/** The script of admission, and what it calls with the rights of its caller. */
const ADMISSION = ['eval', 'evalsha', 'time', 'del', 'expire', 'pexpireat', 'pttl'];
const HASHES = ['hdel', 'hexists', 'hget', 'hincrby', 'hlen', 'hmget', 'hset'];

/**
 * All that the services do in Redis, where a deployment begins its keys with `prefix` (decisions, section
 * 13): gateways keep records of API keys and windows, keys deletes records and reads nothing.
 */
export const redisRights = (prefix: string): Readonly<Record<RedisUser, RedisRights>> => ({
  gateway: { keys: [`${prefix}*`], commands: [...CONNECTION, ...ADMISSION, ...HASHES] },
  keys: { keys: [keyRecordName(prefix, '').replace('{}', '*')], commands: [...CONNECTION, 'del'] },
});

/** The rules that make a user exactly this, whatever it was before; its password apart. */
export const redisRules = ({ keys, commands }: RedisRights): readonly string[] => [
  'reset',
  'on',
  ...keys.map((pattern) => `~${pattern}`),
  ...commands.map((command) => `+${command}`),
];

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  DATABASES,
  type DatabaseOwner,
  EVENT_OWNERS,
  type EventOwner,
  KAFKA_USERS,
  type KafkaUser,
  REDIS_USERS,
  type RedisUser,
  RPC_PARTIES,
} from '@gx/contracts';
import { newSecrets } from '@gx/stack';
import {
  type AuthorizedKafka,
  authorizedKafka,
  type GuardedMongo,
  guardedMongo,
  guardedRedis,
  identitySettings,
  runProgram,
  uniqueName,
} from '@gx/testkit';
import type { ExecutionContext } from 'ava';
import { ROOT } from '../architecture/source-files.ts';
import { CREATE_TOPICS, opsAtKafka } from './at-kafka.ts';
import { makeRedisUsers } from './make-redis-users.ts';
import { type MountedSecrets, mountedSecrets, type SecretSettings } from './mounted-secrets.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';

/** Which of the names that a service has at the servers: the one that it starts with, or the next. */
export type UserRound = 1 | 2;
export type GuardedServers = {
  readonly namespace: string;
  readonly kafka: AuthorizedKafka;
  readonly mongo: GuardedMongo;
  readonly redis: Awaited<ReturnType<typeof guardedRedis>>;
  /** The connection string of a service as its user of that round. */
  readonly mongoUrl: (owner: DatabaseOwner, round: UserRound) => string;
  /** Makes the users of a round as the pages of operations say, each with its rights and nothing beside. */
  readonly makeUsers: (round: UserRound) => Promise<void>;
};
export type GuardedProduct = GuardedServers & { readonly stack: Stack; readonly secrets: MountedSecrets };

export const ownersOf = (): DatabaseOwner[] => Object.keys(DATABASES) as DatabaseOwner[];
/** Who comes to Kafka as itself all the time. */
export const EVENT_SERVICES = KAFKA_USERS.filter((user): user is Exclude<KafkaUser, 'ops' | 'back-up'> =>
  Object.hasOwn(DATABASES, user),
);
/** As whom the servers know a service. */
export const userName = (service: string, round: UserRound): string => (round === 1 ? service : `${service}${round}`);

const variable = (user: string, rest: string): string => `${user.toUpperCase().replace('-', '_')}_${rest}`;

/** A Kafka, a MongoDB and a Redis of the test's own, which ask everybody who they are. */
async function guardedServers(t: ExecutionContext): Promise<GuardedServers> {
  const names = [...KAFKA_USERS, ...EVENT_SERVICES.map((service) => userName(service, 2))];
  const [kafka, mongo, redis] = await Promise.all([authorizedKafka(names), guardedMongo(), guardedRedis()]);
  t.teardown(async () => void (await Promise.all([kafka.stop(), mongo.stop(), redis.stop()])));
  const namespace = `${uniqueName('guarded')}_`;
  const password = randomBytes(12).toString('hex');
  const mongoUrl: GuardedServers['mongoUrl'] = (owner, round) =>
    mongo.urlOf(userName(owner, round), password, `${namespace}${DATABASES[owner]}`);
  const makeUsers = async (round: UserRound): Promise<void> => {
    const urls = ownersOf().map((owner) => [variable(owner, 'MONGO_URL'), mongoUrl(owner, round)]);
    const atMongo = { MONGO_ADMIN_URL: mongo.adminUrl, MONGO_DB_PREFIX: namespace, ...Object.fromEntries(urls) };
    const principals = EVENT_SERVICES.map((service) => [
      variable(service, 'KAFKA_PRINCIPAL'),
      `User:${userName(service, round)}`,
    ]);
    const program = [join(ROOT, 'services/ops/src/main.ts'), 'databases', 'create-users'];
    const made = await Promise.all([
      runProgram(program, atMongo),
      opsAtKafka({ kafka, namespace }, CREATE_TOPICS, { env: Object.fromEntries(principals) }),
    ]);
    for (const { code, err } of made) if (code !== 0) throw new Error(err);
    await makeRedisUsers(redis, `${namespace}gx:`, (user) => userName(user, round));
  };
  return { namespace, kafka, mongo, redis, mongoUrl, makeUsers };
}

const isAmong = <T extends string>(all: readonly T[], name: string): name is T => all.some((one) => one === name);

/** What a service shows to the servers as its user of that round. */
export function serverSecrets(servers: GuardedServers, service: string, round: UserRound): SecretSettings {
  const { kafka, redis, mongoUrl } = servers;
  const { username, password } = isAmong(EVENT_SERVICES, service)
    ? kafka.userOf(userName(service, round))
    : { username: '', password: '' };
  return {
    ...(isAmong(ownersOf(), service) ? { MONGO_URL: mongoUrl(service, round) } : {}),
    ...(username === '' ? {} : { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password }),
    ...(isAmong<RedisUser>(REDIS_USERS, service) ? { REDIS_URL: redis.urlOf(userName(service, round)) } : {}),
  };
}

/**
 * The whole product where each service is a user of its own at all servers, and has what proves it in files.
 */
export async function startGuardedProduct(
  t: ExecutionContext,
  options: Pick<StackOptions, 'replicas' | 'env'> & { readonly gateway?: NodeJS.ProcessEnv } = {},
): Promise<GuardedProduct> {
  const servers = await guardedServers(t);
  const { kafka, mongo, redis, namespace, mongoUrl } = servers;
  await servers.makeUsers(1);
  const generated = newSecrets();
  const { signing, verification } = generated.eventKeys;
  const services = RPC_PARTIES.filter((party) => party !== 'ops');
  const eventSettings = (service: string): SecretSettings => ({
    ...(isAmong(EVENT_SERVICES, service) ? { EVENT_VERIFICATION_KEYS: verification } : {}),
    ...(isAmong<EventOwner>(EVENT_OWNERS, service) ? { EVENT_SIGNING_KEY: signing[service] } : {}),
  });
  const initial = services.map((service) => [
    service,
    { ...identitySettings(service), ...eventSettings(service), ...serverSecrets(servers, service, 1) },
  ]);
  const secrets = await mountedSecrets(t, Object.fromEntries(initial));
  const atKafka = { KAFKA_BROKERS: kafka.brokers, KAFKA_SASL_MECHANISM: kafka.superUser.mechanism };
  const overrides = services.map((service) => [
    service,
    {
      ...(isAmong(EVENT_SERVICES, service) ? atKafka : {}),
      ...secrets.settings(service),
      ...(service === 'gateway' ? options.gateway : {}),
    },
  ]);
  const { replicas, env } = options;
  const stack = await startStack({
    secrets: generated,
    namespace,
    servers: { mongoUrl: mongo.adminUrl, redisUrl: redis.urlOf('nobody'), kafkaBrokers: kafka.adminBrokers },
    overrides: {
      ...Object.fromEntries(overrides),
      'bank-simulator': { MONGO_URL: mongoUrl('bank-simulator', 1) },
    },
    ...(replicas === undefined ? {} : { replicas }),
    ...(env === undefined ? {} : { env }),
  });
  t.teardown(() => stack.stop());
  return { ...servers, stack, secrets };
}

import { randomBytes } from 'node:crypto';

/** The servers that `npm test` started, by their addresses in the environment. */
export type Servers = {
  readonly mongoUrl: string;
  readonly kafkaBrokers: readonly string[];
  readonly redisUrl: string;
};

export function servers(): Servers {
  const { MONGO_URL, KAFKA_BROKERS, REDIS_URL } = process.env;
  if (MONGO_URL === undefined || KAFKA_BROKERS === undefined || REDIS_URL === undefined) {
    throw new Error('no servers: run the tests with `npm test`, or set MONGO_URL, KAFKA_BROKERS and REDIS_URL');
  }
  return { mongoUrl: MONGO_URL, kafkaBrokers: KAFKA_BROKERS.split(','), redisUrl: REDIS_URL };
}

/**
 * A name that no other test file and no other run uses: for databases, topic prefixes, groups and Redis
 * prefixes.
 */
export const uniqueName = (kind: string): string => `t_${kind}_${randomBytes(5).toString('hex')}`;

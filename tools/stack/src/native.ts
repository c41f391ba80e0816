import type { StackSettings } from './config.ts';
import { findKafka, type KafkaBinaries } from './find-kafka.ts';
import { findMongo, type MongoBinaries } from './find-mongo.ts';
import { findRedis, type RedisBinaries } from './find-redis.ts';
import { StackUnavailable } from './provider.ts';
import type { Source } from './source.ts';

/** Binaries of all three servers; each is fetched when it is asked for. */
export type NativeServers = {
  readonly says: string;
  readonly mongo: () => Promise<MongoBinaries>;
  readonly kafka: () => Promise<KafkaBinaries>;
  readonly redis: () => Promise<RedisBinaries>;
};

/** Finds all three, or throws one message that says what was looked for and what to install. */
export async function findNative(settings: StackSettings): Promise<NativeServers> {
  const [mongo, kafka, redis] = await Promise.all([findMongo(settings), findKafka(settings), findRedis(settings)]);
  if (!mongo.ok || !kafka.ok || !redis.ok) throw unavailable({ MongoDB: mongo, Kafka: kafka, Redis: redis });
  return {
    says: [mongo.says, kafka.says, redis.says].join(', '),
    mongo: mongo.get,
    kafka: kafka.get,
    redis: redis.get,
  };
}

// biome-ignore format: one row per need, read as a table
const PACKAGES: Readonly<Record<string, string>> = {
  'Python 3 with pip': 'python3 python3-pip',
  'Java 17':           'openjdk-17-jre-headless',
  Maven:               'maven',
};

function unavailable(sources: Readonly<Record<string, Source<unknown>>>): StackUnavailable {
  const lines = ['MongoDB, Kafka and Redis cannot be had on this machine. Looked for:'];
  const needs = new Set<string>();
  for (const [server, source] of Object.entries(sources)) {
    if (source.ok) continue;
    lines.push(...source.lookedFor.map((what) => `  ${server}: ${what}`));
    for (const need of source.needs) needs.add(need);
  }
  const packages = [...needs].map((need) => PACKAGES[need]).filter((name) => name !== undefined);
  if (packages.length > 0) {
    lines.push(`Install ${[...needs].join(', ')}. On Debian and Ubuntu: apt-get install ${packages.join(' ')}`);
  }
  lines.push('Or run the servers yourself and set MONGO_URL, KAFKA_BROKERS and REDIS_URL.');
  const lacking =
    needs.size > 0 ? `it needs ${[...needs].join(', ')}` : `no registry serves ${process.platform} ${process.arch}`;
  return new StackUnavailable(lines.join('\n'), `native is not possible: ${lacking}`);
}

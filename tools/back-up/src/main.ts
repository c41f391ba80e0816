/**
 * `npm run back-up -- take|restore <folder>`, against MONGO_URL and KAFKA_BROKERS (with TOPIC_PREFIX and
 * MONGO_DB_PREFIX where a deployment has them, and what else the services read of Kafka where it asks for TLS
 * or SASL), each also from the file that `<NAME>_FILE` names. The user of MONGO_URL reads, or writes, all
 * five databases: no service has such a one.
 */
import { ConfigError, KAFKA_SPEC, kafkaAccess, optional, readConfig, secret, text } from '@gx/runtime';
import { backUp, type Deployment, type Manifest, restore } from './index.ts';

const onDatabases = (): void => console.log('the databases are copied as of one moment; the topics come next');
const ACTS: Readonly<Record<string, (deployment: Deployment, folder: string) => Promise<Manifest>>> = {
  take: (deployment, folder) => backUp(deployment, folder, { onDatabases }),
  restore,
};
const SPEC = {
  MONGO_URL: secret(),
  ...KAFKA_SPEC,
  TOPIC_PREFIX: optional(text()),
  MONGO_DB_PREFIX: optional(text()),
} as const;

function fail(...lines: readonly string[]): never {
  const usage = 'usage: MONGO_URL=… KAFKA_BROKERS=… npm run back-up -- take|restore <folder>';
  console.error([...lines, usage].join('\n'));
  process.exit(2);
}

/** The services' own settings; what is wrong with them is said as they say it. */
function readDeployment(): Deployment {
  try {
    const config = readConfig(process.env, SPEC);
    const kafka = kafkaAccess(config);
    return {
      mongoUrl: config.MONGO_URL,
      kafka,
      kafkaBrokers: kafka.brokers.join(','),
      topicPrefix: config.TOPIC_PREFIX ?? '',
      databasePrefix: config.MONGO_DB_PREFIX ?? '',
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    fail(error.message);
  }
}

const [what = '', folder = ''] = process.argv.slice(2);
const act = Object.hasOwn(ACTS, what) ? ACTS[what] : undefined;
if (act === undefined || folder === '') fail();
const { takenAt, collections, partitions, places } = await act(readDeployment(), folder);
const documents = collections.reduce((sum, copy) => sum + copy.documents, 0);
const messages = partitions.reduce((sum, copy) => sum + copy.messages, 0);
console.log(
  `${what}: ${documents} documents of ${collections.length} collections, ${messages} messages, ${places.length} places of groups, of ${takenAt}`,
);

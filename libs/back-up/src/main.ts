/**
 * `npm run back-up -- take|restore <folder>`, against MONGO_URL and KAFKA_BROKERS (with TOPIC_PREFIX and MONGO_DB_PREFIX where a deployment has
 * them, and what else the services read of Kafka where it asks for TLS or SASL). The user of MONGO_URL reads, or writes, all five databases: no service has such a one.
 */
import { ConfigError, KAFKA_SPEC, type KafkaAccess, kafkaAccess, readConfig } from '@gx/runtime';
import { backUp, type Deployment, type Manifest, restore } from './index.ts';

const onDatabases = (): void => console.log('the databases are copied as of one moment; the topics come next');
const ACTS: Readonly<Record<string, (deployment: Deployment, folder: string) => Promise<Manifest>>> = {
  take: (deployment, folder) => backUp(deployment, folder, { onDatabases }),
  restore,
};
const [what = '', folder = ''] = process.argv.slice(2);
const act = ACTS[what];
const { MONGO_URL = '', KAFKA_BROKERS = '', TOPIC_PREFIX = '', MONGO_DB_PREFIX = '' } = process.env;
if (act === undefined || folder === '' || MONGO_URL === '' || KAFKA_BROKERS === '') {
  console.error('usage: MONGO_URL=… KAFKA_BROKERS=… npm run back-up -- take|restore <folder>');
  process.exit(2);
}

/** The services' own settings; what is wrong with them is said as they say it. */
function readAccess(): KafkaAccess {
  try {
    return kafkaAccess(readConfig(process.env, KAFKA_SPEC));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

const deployment = {
  mongoUrl: MONGO_URL,
  kafka: readAccess(),
  kafkaBrokers: KAFKA_BROKERS,
  topicPrefix: TOPIC_PREFIX,
  databasePrefix: MONGO_DB_PREFIX,
};
const { takenAt, collections, partitions, places } = await act(deployment, folder);
const documents = collections.reduce((sum, copy) => sum + copy.documents, 0);
const messages = partitions.reduce((sum, copy) => sum + copy.messages, 0);
console.log(
  `${what}: ${documents} documents of ${collections.length} collections, ${messages} messages, ${places.length} places of groups, of ${takenAt}`,
);

/**
 * `npm run back-up -- take|restore <folder>`, against MONGO_URL and KAFKA_BROKERS (with TOPIC_PREFIX and
 * MONGO_DB_PREFIX where a deployment has them, and what else the services read of Kafka where it asks for TLS
 * or SASL), each also from the file that `<NAME>_FILE` names. The user of MONGO_URL reads, or writes, all
 * five databases: no service has such a one. With BACK_UP_RECIPIENT `take` encrypts, with BACK_UP_KEY
 * `restore` decrypts; the keys of customers lie in CUSTOMER_KEYS_FOLDER.
 */
import { ConfigError, KAFKA_SPEC, kafkaAccess, optional, type Reader, readConfig, secret, text } from '@gx/runtime';
import { decryptionWith, encryptionTo } from './encryption.ts';
import { type BackUp, backUp, type Deployment, type Manifest, restore } from './index.ts';

const onDatabases = (): void => console.log('the databases are copied as of one moment; the topics come next');
type Options = { [K in 'keysFolder' | 'recipient' | 'key']?: string | undefined };
type Act = (deployment: Deployment, folder: string, options: Options) => Promise<Manifest>;
const ACTS: Readonly<Record<string, Act>> = {
  take: async (deployment, folder, options) => {
    const taken: BackUp = await backUp(deployment, folder, { ...options, onDatabases });
    const isOpen = options.recipient === undefined;
    console.log(`${isOpen ? 'not encrypted' : 'encrypted'}; the SHA-256 of the manifest is ${taken.sha256}`);
    return taken;
  },
  restore,
};
/** What age's own reader accepts. */
const accepted = (kind: string, read: (raw: string) => unknown): Reader<string> => ({
  kind,
  parse: (raw) => {
    try {
      read(raw);
      return raw;
    } catch {
      return new Error(`must be ${kind}`);
    }
  },
});
const SPEC = {
  MONGO_URL: secret(),
  ...KAFKA_SPEC,
  TOPIC_PREFIX: optional(text()),
  MONGO_DB_PREFIX: optional(text()),
  CUSTOMER_KEYS_FOLDER: optional(text()),
  BACK_UP_RECIPIENT: optional(accepted('a recipient of age', encryptionTo)),
  BACK_UP_KEY: optional(accepted('a key of age', decryptionWith)),
} as const;

function fail(...lines: readonly string[]): never {
  const usage = 'usage: MONGO_URL=… KAFKA_BROKERS=… npm run back-up -- take|restore <folder>';
  console.error([...lines, usage].join('\n'));
  process.exit(2);
}

/** The services' own settings; what is wrong with them is said as they say it. */
function readSettings(): { readonly deployment: Deployment; readonly options: Options } {
  try {
    const config = readConfig(process.env, SPEC);
    const kafka = kafkaAccess(config);
    const deployment = {
      mongoUrl: config.MONGO_URL,
      kafka,
      kafkaBrokers: kafka.brokers.join(','),
      topicPrefix: config.TOPIC_PREFIX ?? '',
      databasePrefix: config.MONGO_DB_PREFIX ?? '',
    };
    const { CUSTOMER_KEYS_FOLDER: keysFolder, BACK_UP_RECIPIENT: recipient, BACK_UP_KEY: key } = config;
    return { deployment, options: { keysFolder, recipient, key } };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    fail(error.message);
  }
}

const [what = '', folder = ''] = process.argv.slice(2);
const act = Object.hasOwn(ACTS, what) ? ACTS[what] : undefined;
if (act === undefined || folder === '') fail();
const { deployment, options } = readSettings();
const { takenAt, collections, partitions, places } = await act(deployment, folder, options);
const documents = collections.reduce((sum, copy) => sum + copy.documents, 0);
const messages = partitions.reduce((sum, copy) => sum + copy.messages, 0);
console.log(
  `${what}: ${documents} documents of ${collections.length} collections, ${messages} messages, ${places.length} places of groups, of ${takenAt}`,
);

import { mkdir, readdir } from 'node:fs/promises';
import { DATABASES, topicSpecs } from '@gx/contracts';
import { withMongo } from '@gx/runtime/mongo';
import { copyWriter } from './copy-folder.ts';
import { busState, copyTopics } from './copy-topics.ts';
import { CUSTOMER_KEYS, demandOwnKeys, keysFolderBeside, oneKeyOfEach, replaceKeys } from './customer-keys.ts';
import { copyCollection, listCollections, withSnapshot } from './databases.ts';
import { encryptionTo } from './encryption.ts';
import { type CollectionCopy, collectionFile, type Manifest } from './manifest.ts';
import { momentOf } from './moment.ts';
import { type KafkaAddress, withKafka } from './with-kafka.ts';

/** Where the product keeps what must not be lost. */
export type Deployment = KafkaAddress & {
  readonly mongoUrl: string;
  /** Before the names of databases, as a deployment that shares a server sets them. */
  readonly databasePrefix?: string;
  readonly topicPrefix?: string;
};
export type BackUpOptions = {
  /** Called, and waited for, when the databases are copied and the topics come next. */
  readonly onDatabases?: () => Promise<void> | void;
  /** Of age: every file is encrypted to it. Without one files are as they are. */
  readonly recipient?: string | undefined;
  /** Where the keys of customers are kept, apart from every back-up; beside the folder by default. */
  readonly keysFolder?: string | undefined;
};
/** What was taken; who wrote the SHA-256 of its manifest down knows it again. */
export type BackUp = Manifest & { readonly sha256: string };

/** The databases of the product. */
const { 'bank-simulator': _, ...OWN } = DATABASES;

/**
 * Copies a deployment into a folder while it runs. The order makes the copy whole: first how far the groups
 * have read and where the topics end, so that after a restore nothing that the databases do not know is
 * skipped; then all databases as of one moment; then the topics, as far as the databases know what they tell
 * of, so that an event is in its owner's outbox, in its topic, or in both. What is there twice is read twice,
 * and every effect has a unique key. The keys of customers come last and go elsewhere: they replace those of
 * the take before, so that no copy opens what was erased.
 */
export async function backUp(
  { mongoUrl, databasePrefix = '', topicPrefix = '', ...bus }: Deployment,
  folder: string,
  { onDatabases, recipient, keysFolder = keysFolderBeside(folder) }: BackUpOptions = {},
): Promise<BackUp> {
  const encryption = encryptionTo(recipient);
  await demandNothingIn(folder);
  const writer = copyWriter(folder, encryption);
  const takenAt = new Date().toISOString();
  const topics = topicSpecs(topicPrefix).map(({ name }) => name);
  const names = Object.values(OWN).map((name) => `${databasePrefix}${name}`);
  const isKeys = ({ collection }: CollectionCopy) => collection === CUSTOMER_KEYS;
  return withKafka(bus, (kafka, admin) =>
    withMongo(mongoUrl, async (client) => {
      await demandOwnKeys(client, names, keysFolder);
      const before = await busState(admin, topics);
      const found = await listCollections(client, names);
      const taken = await withSnapshot(client, async (session) => {
        const collections: CollectionCopy[] = [];
        for (const copy of found.filter((one) => !isKeys(one)))
          collections.push(
            await copyCollection(client, session, { copy, file: await writer.open(collectionFile(copy)) }),
          );
        const customerKeys = await oneKeyOfEach(client, names, session);
        const [customerKey] = customerKeys;
        await onDatabases?.();
        const moment = momentOf(session, client, { topicPrefix, databasePrefix });
        const copied = await copyTopics(kafka, { topics, before, moment, writer });
        return {
          takenAt,
          collections,
          ...(customerKey && { customerKey, customerKeys }),
          ...copied,
        } satisfies Manifest;
      });
      const sha256 = await writer.finish(taken);
      const keys = found.filter(isKeys);
      if (keys.length > 0) await replaceKeys(client, keys, { keysFolder, encryption });
      return { ...taken, sha256 };
    }),
  );
}

/** Two back-ups in one folder would be none. */
async function demandNothingIn(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: a back-up has a folder of its own`);
}

import { mkdir } from 'node:fs/promises';
import { DATABASES, topicSpecs } from '@gx/contracts';
import { withMongo } from '@gx/runtime/mongo';
import { busState, copyTopics } from './copy-topics.ts';
import { copyDatabases, withSnapshot } from './databases.ts';
import { type Manifest, writeManifest } from './manifest.ts';
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
};

/** The databases of the product. */
const { 'bank-simulator': _, ...OWN } = DATABASES;

/**
 * Copies a deployment into a folder while it runs. The order makes the copy whole: first how far the groups
 * have read and where the topics end, so that after a restore nothing that the databases do not know is
 * skipped; then all databases as of one moment; then the topics, as far as the databases know what they tell
 * of, so that an event is in its owner's outbox, in its topic, or in both. What is there twice is read twice,
 * and every effect has a unique key.
 */
export async function backUp(
  { mongoUrl, databasePrefix = '', topicPrefix = '', ...bus }: Deployment,
  folder: string,
  { onDatabases }: BackUpOptions = {},
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const takenAt = new Date().toISOString();
  const topics = topicSpecs(topicPrefix).map(({ name }) => name);
  const names = Object.values(OWN).map((name) => `${databasePrefix}${name}`);
  return withKafka(bus, (kafka, admin) =>
    withMongo(mongoUrl, async (client) => {
      const before = await busState(admin, topics);
      return withSnapshot(client, async (session) => {
        const collections = await copyDatabases(client, session, { databases: names, folder });
        await onDatabases?.();
        const moment = momentOf(session, client, { topicPrefix, databasePrefix });
        const manifest = { takenAt, collections, ...(await copyTopics(kafka, { topics, before, moment, folder })) };
        await writeManifest(folder, manifest);
        return manifest;
      });
    }),
  );
}

import { mkdir } from 'node:fs/promises';
import { parkedTopic, TOPICS, type TopicKey, topicName } from '@gx/contracts';
import { copyTopic, placesOf, withKafka } from './bus.ts';
import { copyDatabases, withMongo } from './databases.ts';
import { type Manifest, writeManifest } from './manifest.ts';

/** Where the product keeps what must not be lost. */
export type Deployment = {
  readonly mongoUrl: string;
  readonly kafkaBrokers: string;
  /** Before the names of databases, as a deployment that shares a server sets them. */
  readonly databasePrefix?: string;
  readonly topicPrefix?: string;
};

/** The databases of the product; the simulated bank is another company's. */
export const DATABASES = ['gx_keys', 'gx_charge', 'gx_ledger', 'gx_refund', 'gx_webhooks'] as const;

export const topicsOf = ({ topicPrefix = '' }: Deployment): string[] =>
  (Object.keys(TOPICS) as TopicKey[])
    .map((key) => topicName(topicPrefix, key))
    .flatMap((topic) => [topic, parkedTopic(topic)]);

/**
 * Copies a deployment into a folder while it runs. The order makes the copy whole: first how far the groups have read, so that after a
 * restore nothing that the databases do not know is skipped; then all databases as of one moment; then the topics, so that an event is in
 * its owner's outbox, in its topic, or in both. What is there twice is read twice, and every effect has a unique key.
 */
export async function backUp(deployment: Deployment, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const takenAt = new Date().toISOString();
  const topics = topicsOf(deployment);
  return withKafka(deployment.kafkaBrokers, async (kafka, admin) => {
    const places = await placesOf(admin, topics);
    const names = DATABASES.map((name) => `${deployment.databasePrefix ?? ''}${name}`);
    const collections = await withMongo(deployment.mongoUrl, (client) => copyDatabases(client, names, folder));
    const partitions = (await Promise.all(topics.map((topic) => copyTopic(kafka, admin, topic, folder)))).flat();
    const manifest: Manifest = { takenAt, collections, partitions, places };
    await writeManifest(folder, manifest);
    return manifest;
  });
}

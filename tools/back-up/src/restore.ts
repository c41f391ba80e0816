import { withMongo } from '@gx/runtime/mongo';
import type { Deployment } from './back-up.ts';
import { copyReader } from './copy-folder.ts';
import { keysFolderBeside, keysFor } from './customer-keys.ts';
import { demandNoDatabases, restoreCollection } from './databases.ts';
import { decryptionWith } from './encryption.ts';
import { collectionFile, type Manifest } from './manifest.ts';
import { demandEmptyTopics, restorePositions, restoreTopic } from './restore-topic.ts';
import { withKafka } from './with-kafka.ts';

export type RestoreOptions = {
  /** Opens what was encrypted: nothing else is then accepted. */
  readonly key?: string | undefined;
  /** Where the keys of customers are; beside the folder by default. */
  readonly keysFolder?: string | undefined;
};

/**
 * Puts a back-up into empty databases and empty topics (`ops topics create` makes them) before any service
 * runs. It refuses to mix it with what is there; begun and not ended it is begun anew, from empty servers.
 * Everything is read and compared with the manifest before anything is written. The keys of customers are
 * today's: who was erased since the back-up stays erased.
 */
export async function restore(
  { mongoUrl, ...bus }: Pick<Deployment, 'mongoUrl' | 'kafkaBrokers' | 'kafka'>,
  folder: string,
  { key, keysFolder = keysFolderBeside(folder) }: RestoreOptions = {},
): Promise<Manifest> {
  const decryption = decryptionWith(key);
  const copy = await copyReader<Manifest>(folder, decryption);
  const { collections, partitions, places, customerKey } = copy.manifest;
  const keys = customerKey === undefined ? [] : await keysFor(copy.manifest, keysFolder, decryption);
  const topics = [...new Set(partitions.map(({ topic }) => topic))];
  await withKafka(bus, async (kafka, admin) => {
    await demandEmptyTopics(admin, partitions);
    await withMongo(mongoUrl, async (client) => {
      await demandNoDatabases(client, collections);
      for (const { copy: one, read } of keys) await restoreCollection(client, one, read());
      for (const one of collections) await restoreCollection(client, one, copy.read(collectionFile(one)));
    });
    for (const topic of topics) await restoreTopic(kafka, topic, copy);
    await restorePositions(admin, places);
  });
  return copy.manifest;
}

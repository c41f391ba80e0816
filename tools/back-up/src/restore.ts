import { withMongo } from '@gx/runtime/mongo';
import type { Deployment } from './back-up.ts';
import { demandNoDatabases, restoreCollection } from './databases.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { demandEmptyTopics, restorePositions, restoreTopic } from './restore-topic.ts';
import { withKafka } from './with-kafka.ts';

/**
 * Puts a back-up into empty databases and empty topics (`ops topics create` makes them) before any service
 * runs. It refuses to mix it with what is there; begun and not ended it is begun anew, from empty servers.
 */
export async function restore(
  { mongoUrl, ...bus }: Pick<Deployment, 'mongoUrl' | 'kafkaBrokers' | 'kafka'>,
  folder: string,
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const { collections, partitions, places } = manifest;
  const topics = [...new Set(partitions.map(({ topic }) => topic))];
  await withKafka(bus, async (kafka, admin) => {
    await demandEmptyTopics(admin, partitions);
    await withMongo(mongoUrl, async (client) => {
      await demandNoDatabases(client, collections);
      for (const copy of collections) await restoreCollection(client, copy, folder);
    });
    for (const topic of topics) await restoreTopic(kafka, topic, partitions, folder);
    await restorePositions(admin, places);
  });
  return manifest;
}

import type { Admin, Kafka, Message } from '@gx/runtime/kafkajs';
import type mongoose from 'mongoose';
import type { CopyReader } from './copy-folder.ts';
import type { CopiedMessage } from './copy-topics.ts';
import { type GroupPosition, type Manifest, type PartitionCopy, topicFile } from './manifest.ts';

const BATCH = 500;

/**
 * Refuses to put messages behind others, and to spread them over another number of partitions: keys would
 * change places.
 */
export async function demandEmptyTopics(admin: Admin, partitions: readonly PartitionCopy[]): Promise<void> {
  for (const topic of new Set(partitions.map((partition) => partition.topic))) {
    const there = await admin.fetchTopicOffsets(topic);
    const wanted = partitions.filter((partition) => partition.topic === topic).length;
    if (there.length !== wanted) throw new Error(`${topic} has ${there.length} partitions, its copy ${wanted}`);
    if (there.some(({ high }) => high !== '0')) throw new Error(`${topic} is not empty: nothing is restored into it`);
  }
}

/** Sends what a topic held, each message to its own partition, in the order in which it stood there. */
export async function restoreTopic(
  kafka: Kafka,
  topic: string,
  { manifest: { partitions }, read }: CopyReader<Manifest>,
): Promise<void> {
  const producer = kafka.producer({ allowAutoTopicCreation: false, maxInFlightRequests: 1 });
  await producer.connect();
  let restored = 0;
  let batch: Message[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await producer.send({ topic, acks: -1, messages: batch });
    restored += batch.length;
    batch = [];
  };
  try {
    for await (const document of read(topicFile(topic))) {
      batch.push(messageOf(document));
      if (batch.length === BATCH) await flush();
    }
    await flush();
  } finally {
    await producer.disconnect();
  }
  const copied = partitions.reduce((sum, copy) => sum + (copy.topic === topic ? copy.messages : 0), 0);
  if (restored !== copied) throw new Error(`${topic}: ${restored} of ${copied} messages were restored`);
}

function messageOf(document: mongoose.mongo.BSON.Document): Message {
  const { partition, timestamp, key, value, headers } = document as CopiedMessage;
  const bytes = (binary: CopiedMessage['key']): Buffer | null => binary && Buffer.from(binary.buffer);
  return { partition: Number(partition), timestamp, key: bytes(key), value: bytes(value), headers: { ...headers } };
}

/** Where a group goes on: in front of the first message that it had not read, by the new numbering. */
export async function restorePositions(admin: Admin, positions: readonly GroupPosition[]): Promise<void> {
  const byGroup = Map.groupBy(positions, ({ group, topic }) => `${group}\n${topic}`);
  for (const [name, own] of byGroup) {
    const [groupId = '', topic = ''] = name.split('\n');
    const moved = own.map(({ partition, read }) => ({ partition, offset: String(read) }));
    await admin.setOffsets({ groupId, topic, partitions: moved });
  }
}

import { randomUUID } from 'node:crypto';
import kafkajs, { type Admin, type IHeaders, type Kafka, type Message } from 'kafkajs';
import mongoose from 'mongoose';
import { readBson, writeBson } from './bson-file.ts';
import { type GroupPlace, type PartitionCopy, topicFile } from './manifest.ts';

const { BSON } = mongoose.mongo;
/** One message in a copy: what its consumers see of it, and where it was. */
type Held = {
  readonly partition: number;
  readonly offset: string;
  readonly timestamp: string;
  readonly key: mongoose.mongo.Binary | null;
  readonly value: mongoose.mongo.Binary | null;
  readonly headers: Readonly<Record<string, string>>;
};
const BATCH = 500;
const NOT_COMMITTED = '-1';

/** Runs one piece of work with a client and an administrator of its own. */
export async function withKafka<T>(brokers: string, act: (kafka: Kafka, admin: Admin) => Promise<T>): Promise<T> {
  const logLevel = kafkajs.logLevel.NOTHING;
  const kafka = new kafkajs.Kafka({ clientId: 'gx-back-up', brokers: brokers.split(','), logLevel });
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await act(kafka, admin);
  } finally {
    await admin.disconnect();
  }
}

/** How far every group has read these topics. */
export async function placesOf(admin: Admin, topics: readonly string[]): Promise<GroupPlace[]> {
  const { groups } = await admin.listGroups();
  const places = groups.map(async ({ groupId: group }) => {
    const offsets = await admin.fetchOffsets({ groupId: group, topics: [...topics] });
    return offsets.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }): GroupPlace => ({ group, topic, partition, offset })),
    );
  });
  return (await Promise.all(places)).flat().filter(({ offset }) => offset !== NOT_COMMITTED);
}

/** Copies everything that a topic holds now. */
export async function copyTopic(kafka: Kafka, admin: Admin, topic: string, folder: string): Promise<PartitionCopy[]> {
  const ends = await admin.fetchTopicOffsets(topic);
  const offsets = new Map(ends.map(({ partition }): [number, string[]] => [partition, []]));
  const missing = new Set(ends.filter(({ low, high }) => Number(high) > Number(low)).map(({ partition }) => partition));
  const lastOf = new Map(ends.map(({ partition, high }) => [partition, Number(high) - 1]));
  const held: Held[] = [];
  if (missing.size > 0)
    await readUntil({ kafka, admin }, topic, (partition, message) => {
      if (Number(message.offset) <= (lastOf.get(partition) ?? -1)) {
        offsets.get(partition)?.push(message.offset);
        held.push(heldOf(partition, message));
      }
      if (Number(message.offset) >= (lastOf.get(partition) ?? -1)) missing.delete(partition);
      return missing.size === 0;
    });
  await writeBson(topicFile(folder, topic), documentsOf(held));
  return ends.map(({ partition }) => ({ topic, partition, offsets: offsets.get(partition) ?? [] }));
}

async function* documentsOf(held: readonly Held[]): AsyncGenerator<Uint8Array> {
  for (const message of held) yield BSON.serialize(message);
}

type Arrived = {
  readonly offset: string;
  readonly timestamp: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: IHeaders;
};

/** Reads a topic from its beginning with a group of its own, which is gone afterwards, until `take` says that it is enough. */
async function readUntil(
  { kafka, admin }: { kafka: Kafka; admin: Admin },
  topic: string,
  take: (partition: number, message: Arrived) => boolean,
): Promise<void> {
  const groupId = `gx-back-up-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 200 });
  await consumer.connect();
  try {
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
      const eachMessage = async ({ partition, message }: { partition: number; message: Arrived }): Promise<void> => {
        if (take(partition, message)) resolve();
      };
      consumer.run({ autoCommit: false, eachMessage }).catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
  await admin.deleteGroups([groupId]).catch(() => undefined);
}

const binary = (bytes: Buffer | null): mongoose.mongo.Binary | null => bytes && new BSON.Binary(bytes);

const heldOf = (partition: number, { offset, timestamp, key, value, headers = {} }: Arrived): Held => ({
  partition,
  offset,
  timestamp,
  key: binary(key),
  value: binary(value),
  headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
});

/** Refuses to put messages behind others, and to spread them over another number of partitions: keys would change places. */
export async function demandEmptyTopics(admin: Admin, partitions: readonly PartitionCopy[]): Promise<void> {
  for (const topic of new Set(partitions.map((partition) => partition.topic))) {
    const there = await admin.fetchTopicOffsets(topic);
    const wanted = partitions.filter((partition) => partition.topic === topic).length;
    if (there.length !== wanted) throw new Error(`${topic} has ${there.length} partitions, its copy ${wanted}`);
    if (there.some(({ high }) => high !== '0')) throw new Error(`${topic} is not empty: nothing is restored into it`);
  }
}

/** Sends what a topic held, each message to its own partition, in the order in which it stood there. */
export async function restoreTopic(kafka: Kafka, topic: string, folder: string): Promise<number> {
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
    for await (const document of readBson(topicFile(folder, topic))) {
      batch.push(messageOf(document));
      if (batch.length === BATCH) await flush();
    }
    await flush();
    return restored;
  } finally {
    await producer.disconnect();
  }
}

function messageOf(document: mongoose.mongo.BSON.Document): Message {
  const { partition, timestamp, key, value, headers } = document as Held;
  const bytes = (binary: Held['key']): Buffer | null => binary && Buffer.from(binary.buffer);
  return { partition: Number(partition), timestamp, key: bytes(key), value: bytes(value), headers: { ...headers } };
}

/** Where a group goes on: in front of the first message that it had not read, by the new numbering. */
export async function restorePlaces(
  admin: Admin,
  places: readonly GroupPlace[],
  partitions: readonly PartitionCopy[],
): Promise<void> {
  const copyOf = new Map(partitions.map((copy) => [`${copy.topic}/${copy.partition}`, copy.offsets]));
  const byGroup = Map.groupBy(places, ({ group, topic }) => `${group}\n${topic}`);
  for (const [name, own] of byGroup) {
    const [groupId = '', topic = ''] = name.split('\n');
    const moved = own.map(({ partition, offset }) => {
      const before = (copyOf.get(`${topic}/${partition}`) ?? []).filter((held) => BigInt(held) < BigInt(offset));
      return { partition, offset: String(before.length) };
    });
    await admin.setOffsets({ groupId, topic, partitions: moved });
  }
}

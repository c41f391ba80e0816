import { type ReadRecord, readToEnd } from '@gx/runtime';
import kafkajs, { type Admin, type Kafka } from 'kafkajs';
import mongoose from 'mongoose';
import { type BsonFile, openBson } from './bson-file.ts';
import { type GroupPlace, type PartitionCopy, topicFile } from './manifest.ts';
import type { Moment } from './moment.ts';

const { BSON } = mongoose.mongo;
const NOT_COMMITTED = '-1';

/** One message in a copy: what its consumers see of it, and where it was. */
export type Held = {
  readonly partition: number;
  readonly offset: string;
  readonly timestamp: string;
  readonly key: mongoose.mongo.Binary | null;
  readonly value: mongoose.mongo.Binary | null;
  readonly headers: Readonly<Record<string, string>>;
};

/** Where a group stands, by the numbering of the broker that it reads. */
type HeldPlace = Omit<GroupPlace, 'read'> & { readonly offset: string };
/** How a broker stood: how far groups had read, and what was published. */
export type BusState = { readonly places: readonly HeldPlace[]; readonly ends: ReadonlyMap<string, bigint> };

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

const keyOf = ({ topic, partition }: { readonly topic: string; readonly partition: number }): string =>
  `${topic}/${partition}`;

/** How far every group has read these topics, and then where they end. */
export async function busState(admin: Admin, topics: readonly string[]): Promise<BusState> {
  const { groups } = await admin.listGroups();
  const places = groups.map(async ({ groupId: group }) => {
    const offsets = await admin.fetchOffsets({ groupId: group, topics: [...topics] });
    return offsets.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }): HeldPlace => ({ group, topic, partition, offset })),
    );
  });
  const committed = (await Promise.all(places)).flat().filter(({ offset }) => offset !== NOT_COMMITTED);
  const ends = topics.map(async (topic) =>
    (await admin.fetchTopicOffsets(topic)).map(
      ({ partition, high }) => [keyOf({ topic, partition }), BigInt(high)] as const,
    ),
  );
  return { places: committed, ends: new Map((await Promise.all(ends)).flat()) };
}

type Copying = {
  readonly topics: readonly string[];
  /** The bus as it was before the moment of the databases. */
  readonly before: BusState;
  readonly moment: Moment;
  readonly folder: string;
};
type TopicCopies = { readonly partitions: readonly PartitionCopy[]; readonly places: readonly GroupPlace[] };

/**
 * Copies what topics hold, and how much of it each group had read: numbers begin anew where it is restored. Of what was published since the state
 * before, only what the databases know of comes along: the rest tells of changes that are not in the copy, and would be believed.
 */
export async function copyTopics(kafka: Kafka, { topics, before, moment, folder }: Copying): Promise<TopicCopies> {
  const partitions = new Map([...before.ends.keys()].map((key) => [key, 0]));
  const places = before.places.map((place) => ({ ...place, read: 0 }));
  const files = new Map<string, BsonFile>();
  for (const topic of topics) files.set(topic, await openBson(topicFile(folder, topic)));
  const belongs = async (record: ReadRecord): Promise<boolean> =>
    BigInt(record.offset) < (before.ends.get(keyOf(record)) ?? 0n) ||
    (await moment.knows(record.topic, record.message.value));
  const copy = async (record: ReadRecord): Promise<void> => {
    await files.get(record.topic)?.write(BSON.serialize(heldOf(record)));
    partitions.set(keyOf(record), (partitions.get(keyOf(record)) ?? 0) + 1);
    for (const place of places)
      if (keyOf(place) === keyOf(record) && BigInt(record.offset) < BigInt(place.offset)) place.read += 1;
  };
  const each = async (records: readonly ReadRecord[]): Promise<void> => {
    for (const record of records) if (await belongs(record)) await copy(record);
  };
  await readToEnd(kafka, { topics, each });
  for (const file of files.values()) await file.close();
  return {
    partitions: [...partitions].map(([key, messages]) => ({ ...partitionOf(key), messages })),
    places: places.map(({ group, topic, partition, read }) => ({ group, topic, partition, read })),
  };
}

function partitionOf(key: string): { readonly topic: string; readonly partition: number } {
  const slash = key.lastIndexOf('/');
  return { topic: key.slice(0, slash), partition: Number(key.slice(slash + 1)) };
}

const binary = (bytes: Buffer | null): mongoose.mongo.Binary | null => bytes && new BSON.Binary(bytes);

const heldOf = ({ partition, offset, message: { timestamp, key, value, headers = {} } }: ReadRecord): Held => ({
  partition,
  offset,
  timestamp,
  key: binary(key),
  value: binary(value),
  headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
});

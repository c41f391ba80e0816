import { type ReadRecord, readToEnd } from '@gx/runtime/kafka';
import type { Admin, Kafka } from '@gx/runtime/kafkajs';
import mongoose from 'mongoose';
import type { BsonFile } from './bson-file.ts';
import type { CopyWriter } from './copy-folder.ts';
import { type GroupPosition, type PartitionCopy, topicFile } from './manifest.ts';
import type { Moment } from './moment.ts';

const { BSON } = mongoose.mongo;
const NOT_COMMITTED = '-1';

/** One message in a copy: what its consumers see of it, and where it was. */
export type CopiedMessage = {
  readonly partition: number;
  readonly offset: string;
  readonly timestamp: string;
  readonly key: mongoose.mongo.Binary | null;
  readonly value: mongoose.mongo.Binary | null;
  readonly headers: Readonly<Record<string, string>>;
};

/** Where a group stands, by the numbering of the broker that it reads. */
type CommittedPosition = Omit<GroupPosition, 'read'> & { readonly offset: string };
type PartitionEnd = Omit<PartitionCopy, 'messages'> & { readonly end: bigint };
/** How a broker stood: how far groups had read, and what was published. */
export type BusState = { readonly places: readonly CommittedPosition[]; readonly ends: readonly PartitionEnd[] };

/** How far every group has read these topics, and then where they end. */
export async function busState(admin: Admin, topics: readonly string[]): Promise<BusState> {
  const { groups } = await admin.listGroups();
  const positions = groups.map(async ({ groupId: group }) => {
    const offsets = await admin.fetchOffsets({ groupId: group, topics: [...topics] });
    return offsets.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }): CommittedPosition => ({ group, topic, partition, offset })),
    );
  });
  const committed = (await Promise.all(positions)).flat().filter(({ offset }) => offset !== NOT_COMMITTED);
  const ends = topics.map(async (topic) =>
    (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => ({ topic, partition, end: BigInt(high) })),
  );
  return { places: committed, ends: (await Promise.all(ends)).flat() };
}

type CopyRequest = {
  readonly topics: readonly string[];
  /** The bus as it was before the moment of the databases. */
  readonly before: BusState;
  readonly moment: Moment;
  readonly writer: CopyWriter;
};
type TopicCopies = { readonly partitions: readonly PartitionCopy[]; readonly places: readonly GroupPosition[] };

/** A partition while it is copied: where it ended before, what was copied so far, and the positions in it. */
type Partition = PartitionEnd & { messages: number; readonly places: (CommittedPosition & { read: number })[] };

const keyOf = ({ topic, partition }: { readonly topic: string; readonly partition: number }): string =>
  `${topic}/${partition}`;

function partitionsOf({ ends, places }: BusState): Map<string, Partition> {
  const own = Map.groupBy(places, keyOf);
  return new Map(
    ends.map((end) => {
      const key = keyOf(end);
      return [key, { ...end, messages: 0, places: (own.get(key) ?? []).map((position) => ({ ...position, read: 0 })) }];
    }),
  );
}

/**
 * Copies what topics hold, and how much of it each group had read: numbers begin anew where it is restored.
 * Of what was published since the state before, only what the databases know of comes along: the rest tells
 * of changes that are not in the copy, and would be believed.
 */
export async function copyTopics(kafka: Kafka, { topics, before, moment, writer }: CopyRequest): Promise<TopicCopies> {
  const partitions = partitionsOf(before);
  const files = new Map<string, BsonFile>();
  for (const topic of topics) files.set(topic, await writer.open(topicFile(topic)));
  const copy = async (record: ReadRecord): Promise<void> => {
    const into = partitions.get(keyOf(record));
    if (into === undefined) throw new Error(`${keyOf(record)} was added while it was copied: take it again`);
    const offset = BigInt(record.offset);
    if (offset >= into.end && !(await moment.knows(record.topic, record.message.value))) return;
    await files.get(record.topic)?.write(BSON.serialize(heldOf(record)));
    into.messages += 1;
    for (const position of into.places) if (offset < BigInt(position.offset)) position.read += 1;
  };
  const each = async (records: readonly ReadRecord[]): Promise<void> => {
    for (const record of records) await copy(record);
  };
  await readToEnd(kafka, { topics, each });
  for (const file of files.values()) await file.close();
  const copied = [...partitions.values()];
  return {
    partitions: copied.map(({ topic, partition, messages }) => ({ topic, partition, messages })),
    places: copied.flatMap((own) => own.places.map(({ offset: _, ...position }) => position)),
  };
}

const binary = (bytes: Buffer | null): mongoose.mongo.Binary | null => bytes && new BSON.Binary(bytes);

const heldOf = ({
  partition,
  offset,
  message: { timestamp, key, value, headers = {} },
}: ReadRecord): CopiedMessage => ({
  partition,
  offset,
  timestamp,
  key: binary(key),
  value: binary(value),
  headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
});

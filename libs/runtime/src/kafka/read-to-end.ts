import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ONE_TIME_READERS } from '@gx/contracts';
import type { Admin, Consumer, Kafka, KafkaMessage } from './kafkajs.ts';

export type ReadRecord = {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly message: KafkaMessage;
};
export type ReadToEnd = {
  readonly topics: readonly string[];
  /** Everything of a partition comes in its order; the next records come when the promise is done. */
  readonly each: (records: readonly ReadRecord[]) => Promise<void>;
  /** How long nothing may come while something is still to come. */
  readonly quietMs?: number;
};

const QUIET_MS = 30_000;
const keyOf = (topic: string, partition: number): string => `${topic}/${partition}`;

/**
 * Reads what topics hold at this moment, once, for a reader that comes now and then. It commits nothing, its
 * group is its own and is taken away again. Topics that do not exist hold nothing.
 */
export async function readToEnd(kafka: Kafka, { topics, each, quietMs = QUIET_MS }: ReadToEnd): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const there = new Set(await admin.listTopics());
    const wanted = topics.filter((topic) => there.has(topic));
    const ends = new Map<string, bigint>();
    for (const topic of wanted) {
      for (const { partition, low, high } of await offsetsOf(admin, topic)) {
        if (BigInt(high) > BigInt(low)) ends.set(keyOf(topic, partition), BigInt(high));
      }
    }
    if (ends.size === 0) return;
    const groupId = `${ONE_TIME_READERS}${randomUUID()}`;
    const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 200, allowAutoTopicCreation: false });
    try {
      await drain(consumer, { topics: wanted, each, quietMs, ends });
    } finally {
      await consumer.disconnect();
      await admin.deleteGroups([groupId]).catch(() => undefined);
    }
  } finally {
    await admin.disconnect();
  }
}

const LEADER = { attempts: 10, pauseMs: 300 } as const;

/** A partition whose leader changes is asked for again: kafkajs does so with the leader that it knew. */
async function offsetsOf(admin: Admin, topic: string): ReturnType<Admin['fetchTopicOffsets']> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await admin.fetchTopicOffsets(topic);
    } catch (error) {
      const passing = error instanceof Error && 'retriable' in error && error.retriable === true;
      if (!passing || attempts === LEADER.attempts) throw error;
      await wait(LEADER.pauseMs);
      await admin.fetchTopicMetadata({ topics: [topic] });
    }
  }
}

type DrainRequest = Required<ReadToEnd> & { readonly ends: Map<string, bigint> };

async function drain(consumer: Consumer, { topics, each, quietMs, ends }: DrainRequest): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const read = Promise.withResolvers<void>();
  const awaitMore = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => read.reject(new Error(`nothing came for ${quietMs / 1_000} s`)), quietMs);
  };
  // A group that is rebalanced and a client that crashed begin at the beginning, since nothing is committed:
  // what was handed out is passed over then.
  const nexts = new Map<string, bigint>();
  let handing: Promise<void> = Promise.resolve();
  // A broker that has just started may still read its groups for longer than the client asks it; the client
  // then begins anew by itself.
  consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
    if (!restart) read.reject(error);
  });
  try {
    awaitMore();
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch: { topic, partition, messages }, heartbeat }) => {
        const key = keyOf(topic, partition);
        const end = ends.get(key);
        if (end === undefined) return;
        const next = nexts.get(key) ?? 0n;
        const records = messages
          .filter(({ offset }) => BigInt(offset) >= next && BigInt(offset) < end)
          .map((message) => ({ topic, partition, offset: message.offset, message }));
        const last = records.at(-1);
        if (last !== undefined) {
          nexts.set(key, BigInt(last.offset) + 1n);
          handing = handing.then(() => each(records));
        }
        try {
          await handing;
        } catch (error) {
          read.reject(error);
          return;
        }
        // What only comes again is no news: a client that never gets further fails.
        if (last !== undefined) awaitMore();
        const reached = messages.at(-1);
        if (reached !== undefined && BigInt(reached.offset) + 1n >= end) ends.delete(key);
        if (ends.size === 0) read.resolve();
        else await heartbeat();
      },
    });
    await read.promise;
  } finally {
    clearTimeout(timer);
  }
}

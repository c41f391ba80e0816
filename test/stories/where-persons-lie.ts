import { DATABASES, type DatabaseOwner, deadLetterTopic, TOPICS, type TopicKey, topicName } from '@gx/contracts';
import { readToEnd } from '@gx/runtime/kafka';
import { type Look, servers, testKafka, walkDatabase } from '@gx/testkit';
import mongoose from 'mongoose';
import { createClient } from 'redis';
import { type Datum, PERSONS } from './persons.ts';
import type { Stack } from './stack.ts';

/** Where a datum lies in the clear: `charge.charges.customer.name`, `topic charges`, `redis`. */
export type Finding = { readonly place: string; readonly datum: Datum };

/** Walks every field of every document of every collection, every message of every topic, and Redis. */
export async function wherePersonsLie(stack: Stack): Promise<readonly Finding[]> {
  const found = new Map<string, Finding>();
  await walkStack(stack, (place, text) => {
    for (const datum of personsIn(text)) found.set(`${place} ${datum}`, { place, datum });
  });
  return [...found.values()].toSorted((a, b) => (`${a.place} ${a.datum}` < `${b.place} ${b.datum}` ? -1 : 1));
}

/** Every text that the product has anywhere. */
export async function walkStack(stack: Stack, look: Look): Promise<void> {
  await walkDatabases(stack, look);
  await walkTopics(stack, look);
  await walkRedis(stack, look);
}

export const personsIn = (text: string): readonly Datum[] =>
  (Object.entries(PERSONS) as [Datum, string][]).flatMap(([datum, value]) =>
    formsOf(value).some((form) => text.includes(form)) ? [datum] : [],
  );

/** As it was given, and as it stands in base64 at each offset of a byte. */
function formsOf(value: string): readonly string[] {
  const inBase64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]).toString('base64');
    return text.slice(offset === 0 ? 0 : 4, -4);
  });
  return [value, ...inBase64, encodeURIComponent(value)];
}

/** The simulated bank is another company's. */
const OWNERS = (Object.keys(DATABASES) as DatabaseOwner[]).filter((owner) => owner !== 'bank-simulator');

async function walkDatabases({ namespace }: Stack, look: Look): Promise<void> {
  const client = await mongoose.createConnection(servers().mongoUrl).asPromise();
  try {
    for (const owner of OWNERS) {
      const database = client.useDb(`${namespace}${DATABASES[owner]}`);
      await walkDatabase(database, (place, text) => look(`${owner}.${place}`, text));
    }
  } finally {
    await client.close();
  }
}

async function walkTopics({ namespace }: Stack, look: Look): Promise<void> {
  for (const topic of Object.keys(TOPICS) as TopicKey[]) {
    const name = topicName(namespace, topic);
    await readToEnd(testKafka(), {
      topics: [name, deadLetterTopic(name)],
      each: async (records) => {
        for (const { message } of records)
          for (const part of [message.key, message.value, ...Object.values(message.headers ?? {})])
            look(`topic ${topic}`, String(part));
      },
    });
  }
}

async function walkRedis({ namespace }: Stack, look: Look): Promise<void> {
  const client = createClient({ url: servers().redisUrl });
  await client.connect();
  for await (const keys of client.scanIterator({ MATCH: `${namespace}*` }))
    for (const key of keys) look('redis', `${key} ${JSON.stringify(await client.hGetAll(key))}`);
  client.destroy();
}

import type { MongoClient } from '@gx/runtime/mongo';
import type mongoose from 'mongoose';
import type { BsonFile } from './bson-file.ts';
import type { CollectionCopy } from './manifest.ts';

type ClientSession = mongoose.mongo.ClientSession;
const BATCH = 500;

/**
 * Runs one piece of work with a session of snapshot reads: all of them see the databases as of one cluster
 * time, that of the first, while the product goes on. MongoDB keeps that moment for
 * `minSnapshotHistoryWindowInSeconds` (300 s), and refuses later reads.
 */
export async function withSnapshot<T>(client: MongoClient, act: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = client.startSession({ snapshot: true });
  try {
    return await act(session);
  } finally {
    await session.endSession();
  }
}

type CopyRequest = { readonly copy: CollectionCopy; readonly file: BsonFile };

export async function copyCollection(
  client: MongoClient,
  session: ClientSession,
  { copy, file }: CopyRequest,
): Promise<CollectionCopy> {
  const documents = client
    .db(copy.database)
    .collection(copy.collection)
    .find({}, { session, raw: true }) as unknown as AsyncIterable<Uint8Array>;
  let written = 0;
  for await (const document of documents) {
    await file.write(document);
    written += 1;
  }
  await file.close();
  return { ...copy, documents: written };
}

/** What there is to copy, with nothing of it copied. */
export const listCollections = async (client: MongoClient, databases: readonly string[]): Promise<CollectionCopy[]> =>
  (await Promise.all(databases.map((database) => collectionsOf(client, database)))).flat();

async function collectionsOf(client: MongoClient, database: string): Promise<CollectionCopy[]> {
  const db = client.db(database);
  const listed = await db.listCollections({ type: 'collection' }, { nameOnly: false }).toArray();
  if (listed.length === 0) throw new Error(`${database} is empty: is it the name of a database?`);
  return Promise.all(
    listed
      .filter(({ name }) => !name.startsWith('system.'))
      .map(async ({ name, ...info }) => ({
        database,
        collection: name,
        options: ('options' in info ? info.options : {}) as Record<string, unknown>,
        indexes: await db.collection(name).indexes(),
        documents: 0,
      })),
  );
}

/** Refuses to mix what is copied with what is there. */
export async function demandNoDatabases(client: MongoClient, copies: readonly CollectionCopy[]): Promise<void> {
  for (const database of new Set(copies.map((copy) => copy.database))) {
    const there = await client.db(database).listCollections({}, { nameOnly: true }).toArray();
    if (there.length > 0) throw new Error(`${database} is not empty: nothing is restored into it`);
  }
}

/**
 * Makes a collection with its indexes, so that what is unique is unique from the first document on, and fills
 * it.
 */
export async function restoreCollection(
  client: MongoClient,
  copy: CollectionCopy,
  documents: AsyncIterable<mongoose.mongo.BSON.Document>,
): Promise<void> {
  const db = client.db(copy.database, { writeConcern: { w: 'majority', j: true } });
  const collection = await db.createCollection(copy.collection, copy.options);
  const own = copy.indexes.filter(({ name }) => name !== '_id_');
  if (own.length > 0) await collection.createIndexes(own.map(({ v: _, ns: __, ...index }) => index) as never);
  let batch: mongoose.mongo.BSON.Document[] = [];
  let restored = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await collection.insertMany(batch as never, { ordered: false });
    restored += batch.length;
    batch = [];
  };
  for await (const document of documents) {
    batch.push(document);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  if (restored !== copy.documents)
    throw new Error(`${copy.database}.${copy.collection}: ${restored} of ${copy.documents} documents were restored`);
}

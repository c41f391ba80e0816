import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import mongoose from 'mongoose';

/** One collection, as it is to be made again before anything is in it. */
export type CollectionCopy = {
  readonly database: string;
  readonly collection: string;
  readonly options: Record<string, unknown>;
  readonly indexes: readonly mongoose.mongo.IndexDescriptionInfo[];
  readonly documents: number;
};
export type PartitionCopy = {
  readonly topic: string;
  readonly partition: number;
  readonly messages: number;
};
/** How far a group had read a partition: so many of the messages that were copied. */
export type GroupPosition = {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly read: number;
};
/** What a back-up consists of. Written last: a folder without it is not whole. */
export type Manifest = {
  readonly takenAt: string;
  readonly collections: readonly CollectionCopy[];
  readonly partitions: readonly PartitionCopy[];
  readonly places: readonly GroupPosition[];
};

const fileOf = (folder: string): string => join(folder, 'manifest.json');

/** Indexes hold dates, which plain JSON would make texts of. */
const { EJSON } = mongoose.mongo.BSON;

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(fileOf(folder), EJSON.stringify(manifest, { relaxed: true }));

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(fileOf(folder), 'utf8').catch((cause) => {
    throw new Error(`${folder} holds no whole back-up`, { cause });
  });
  return EJSON.parse(text) as Manifest;
}

export const collectionFile = (folder: string, { database, collection }: CollectionCopy): string =>
  join(folder, 'databases', database, `${collection}.bson`);
export const topicFile = (folder: string, topic: string): string => join(folder, 'topics', `${topic}.bson`);

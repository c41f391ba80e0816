import type mongoose from 'mongoose';

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
  /**
   * One of the keys that its persons are under, of each database that has any; they lie apart. The first of
   * them beside it, as older tools name it; absent where there is none.
   */
  readonly customerKeys?: readonly string[];
  readonly customerKey?: string;
  readonly partitions: readonly PartitionCopy[];
  readonly places: readonly GroupPosition[];
};

export const collectionFile = ({ database, collection }: CollectionCopy): string =>
  `databases/${database}/${collection}.bson`;
export const topicFile = (topic: string): string => `topics/${topic}.bson`;

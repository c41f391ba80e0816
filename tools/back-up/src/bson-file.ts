import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import mongoose from 'mongoose';

const LENGTH_BYTES = 4;
/** Every type as it was: an integer must not come back as a double. */
const EXACTLY = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

/** A file that documents are written to one after the other, as mongodump does. */
export type BsonFile = {
  /** Resolves when the next document may come. */
  readonly write: (document: Uint8Array) => Promise<void>;
  /** Resolves when everything is written. */
  readonly close: () => Promise<void>;
};

export async function openBson(file: string): Promise<BsonFile> {
  await mkdir(dirname(file), { recursive: true });
  const stream = createWriteStream(file, { mode: 0o600 });
  const isOver = finished(stream);
  // The caller that writes or closes hears of it.
  isOver.catch(() => undefined);
  return {
    write: async (document) => {
      if (!stream.write(document)) await Promise.race([once(stream, 'drain'), isOver]);
    },
    close: () => {
      stream.end();
      return isOver;
    },
  };
}

export async function* readBson(file: string): AsyncGenerator<mongoose.mongo.BSON.Document> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file)) {
    rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    for (let length = lengthOf(rest); length <= rest.length; length = lengthOf(rest)) {
      yield mongoose.mongo.BSON.deserialize(rest.subarray(0, length), EXACTLY);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new Error(`${file} ends within a document`);
}

const lengthOf = (bytes: Buffer): number =>
  bytes.length < LENGTH_BYTES ? Number.POSITIVE_INFINITY : bytes.readInt32LE(0);

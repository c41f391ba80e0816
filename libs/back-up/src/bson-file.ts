import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mongoose from 'mongoose';

const LENGTH_BYTES = 4;
/** Every type as it was: an integer must not come back as a double. */
const EXACTLY = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

/** Writes documents one after the other, as mongodump does. */
export async function writeBson(file: string, documents: AsyncIterable<Uint8Array>): Promise<number> {
  await mkdir(dirname(file), { recursive: true });
  let written = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const document of documents) {
      written += 1;
      yield document;
    }
  };
  await pipeline(Readable.from(counted()), createWriteStream(file, { mode: 0o600 }));
  return written;
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

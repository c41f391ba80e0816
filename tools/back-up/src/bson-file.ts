import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mongoose from 'mongoose';
import type { Encryption } from './encryption.ts';

const LENGTH_BYTES = 4;
const GATHERED_BYTES = 64 * 1_024;
/** Every type as it was: an integer must not come back as a double. */
const EXACTLY = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

/** A file that documents are written to one after the other, as mongodump does. */
export type BsonFile = {
  /** Resolves when the next document may come. */
  readonly write: (document: Uint8Array) => Promise<void>;
  /** Resolves when everything is on the disk, with the SHA-256 of what lies there. */
  readonly close: () => Promise<string>;
};

export async function openBson(file: string, encryption: Encryption): Promise<BsonFile> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const plain = new PassThrough({ highWaterMark: GATHERED_BYTES });
  const hash = createHash('sha256');
  const hashed = async function* (stored: AsyncIterable<Buffer>) {
    for await (const bytes of stored) {
      hash.update(bytes);
      yield bytes;
    }
  };
  const isOver = pipeline(
    await encryption.encrypt(plain),
    hashed,
    createWriteStream(file, { mode: 0o600, flush: true }),
  );
  // The caller that writes or closes hears of it.
  isOver.catch(() => undefined);
  let gathered: Uint8Array[] = [];
  let size = 0;
  const pass = async (): Promise<void> => {
    const isFree = plain.write(Buffer.concat(gathered));
    [gathered, size] = [[], 0];
    if (!isFree) await Promise.race([once(plain, 'drain'), isOver]);
  };
  return {
    write: async (document) => {
      gathered.push(document);
      size += document.length;
      if (size >= GATHERED_BYTES) await pass();
    },
    close: async () => {
      if (size > 0) await pass();
      plain.end();
      await isOver;
      return hash.digest('hex');
    },
  };
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}

/** The documents of a file, which is named where it breaks off. */
export async function* readBson(bytes: Readable, file: string): AsyncGenerator<mongoose.mongo.BSON.Document> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    rest = rest.length === 0 ? Buffer.from(chunk as Uint8Array) : Buffer.concat([rest, chunk as Uint8Array]);
    for (let length = lengthOf(rest); length <= rest.length; length = lengthOf(rest)) {
      yield mongoose.mongo.BSON.deserialize(rest.subarray(0, length), EXACTLY);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new Error(`${file} ends within a document`);
}

const lengthOf = (bytes: Buffer): number =>
  bytes.length < LENGTH_BYTES ? Number.POSITIVE_INFINITY : bytes.readInt32LE(0);

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import mongoose from 'mongoose';
import { type BsonFile, openBson, readBson, sha256Of } from './bson-file.ts';
import type { Decryption, Encryption } from './encryption.ts';

/**
 * The SHA-256 of each file by its name: a file that was changed, or stands under another name, is refused.
 */
type Files = { readonly files: Readonly<Record<string, string>> };
/** A folder that a copy is written into. */
export type CopyWriter = {
  readonly open: (name: string) => Promise<BsonFile>;
  /** Makes the copy whole, when every file is closed; answers the SHA-256 of the manifest. */
  readonly finish: (manifest: object) => Promise<string>;
};
/** A folder with a whole copy, every file of which is as it was written. */
export type CopyReader<T> = {
  readonly manifest: T;
  readonly read: (name: string) => AsyncGenerator<mongoose.mongo.BSON.Document>;
};

export const MANIFEST = 'manifest.json';
export const NEW = '.new';
/** Indexes hold dates, which plain JSON would make texts of. */
const { EJSON } = mongoose.mongo.BSON;

export function copyWriter(folder: string, encryption: Encryption): CopyWriter {
  const files: Record<string, string> = {};
  return {
    open: async (name) => {
      const stored = `${name}${encryption.ending}`;
      const file = await openBson(join(folder, stored), encryption);
      const close = async (): Promise<string> => {
        files[stored] = await file.close();
        return files[stored];
      };
      return { ...file, close };
    },
    finish: async (manifest) => {
      const text = EJSON.stringify({ ...manifest, files } satisfies Files, { relaxed: true });
      const stored = await buffer(await encryption.encrypt(Readable.from([Buffer.from(text)], { objectMode: false })));
      await replaceFile(join(folder, `${MANIFEST}${encryption.ending}`), stored);
      return createHash('sha256').update(stored).digest('hex');
    },
  };
}

/** The former content stays until the new one is whole. */
export async function replaceFile(file: string, content: Uint8Array): Promise<void> {
  const next = await open(`${file}${NEW}`, 'w', 0o600);
  try {
    await next.writeFile(content);
    await next.sync();
  } finally {
    await next.close();
  }
  await rename(`${file}${NEW}`, file);
  const folder = await open(join(file, '..'));
  await folder.sync().finally(() => folder.close());
}

/** Reads every file once before it answers: nothing of a copy that is not whole may be believed. */
export async function copyReader<T>(folder: string, decryption: Decryption): Promise<CopyReader<T>> {
  const manifest = await readManifest<T & Files>(folder, decryption);
  for (const [stored, sha256] of Object.entries(manifest.files)) {
    const found = await sha256Of(join(folder, stored)).catch((cause) => {
      throw new Error(`${stored} of ${folder} cannot be read`, { cause });
    });
    if (found !== sha256) throw new Error(`${stored} of ${folder} is not what was written there`);
  }
  return {
    manifest,
    read: async function* (name) {
      const stored = `${name}${decryption.ending}`;
      if (!Object.hasOwn(manifest.files, stored)) throw new Error(`${folder} names no file ${stored}`);
      yield* readBson(await decryption.decrypt(createReadStream(join(folder, stored))), stored);
    },
  };
}

async function readManifest<T>(folder: string, { ending, decrypt }: Decryption): Promise<T> {
  const file = join(folder, `${MANIFEST}${ending}`);
  const stored = await readFile(file).catch(async (cause) => {
    const other = ending === '' ? '.age' : '';
    const isThere = await access(join(folder, `${MANIFEST}${other}`)).then(
      () => true,
      () => false,
    );
    if (!isThere) throw new Error(`${folder} holds no whole copy`, { cause });
    throw new Error(
      ending === ''
        ? `${folder} is encrypted: BACK_UP_KEY is required`
        : `${folder} is not encrypted, BACK_UP_KEY is given`,
      { cause },
    );
  });
  const opened = Promise.resolve().then(async () =>
    buffer(await decrypt(Readable.from([stored], { objectMode: false }))),
  );
  const text = await opened.catch((cause) => {
    throw new Error(`${file} cannot be opened: another BACK_UP_KEY, or it is not what was written there`, { cause });
  });
  return EJSON.parse(text.toString('utf8')) as T;
}

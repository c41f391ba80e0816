import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { MongoClient } from '@gx/runtime/mongo';
import type { ClientSession } from 'mongoose';
import { type CopyReader, copyReader, copyWriter, MANIFEST, replaceFile } from './copy-folder.ts';
import { copyCollection, withSnapshot } from './databases.ts';
import type { Decryption, Encryption } from './encryption.ts';
import type { CollectionCopy, Manifest } from './manifest.ts';

export const CUSTOMER_KEYS = 'customer_keys';
/** Names one of the keys, in the clear: says whose keys these are, where nothing can be decrypted. */
const OWNER = 'owner';

type KeysCollection = { readonly file: string; readonly copy: CollectionCopy };
type KeysManifest = {
  readonly takenAt: string;
  /** Of each database that has keys. */
  readonly copies?: readonly KeysCollection[];
} & Partial<KeysCollection>;
/** The keys of one database: every one that there is now, and what is left of each that was destroyed. */
export type KeysCopy = { readonly copy: CollectionCopy; readonly read: () => ReturnType<CopyReader<object>['read']> };

/** Beside the back-ups of a deployment. */
export const keysFolderBeside = (folder: string): string => join(dirname(resolve(folder)), 'customer-keys');

type KeyDocument = { readonly _id: string };

/** One key of each of these databases that has any. */
export async function oneKeyOfEach(
  client: MongoClient,
  databases: readonly string[],
  session?: ClientSession,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const database of databases) {
    const keys = client.db(database).collection<KeyDocument>(CUSTOMER_KEYS);
    const key = await keys.findOne({}, { projection: { _id: 1 }, ...(session === undefined ? {} : { session }) });
    if (key !== null) found.push(key._id);
  }
  return found;
}

/**
 * Refuses a folder with the keys of another deployment. Keys are added and destroyed, and one that was
 * destroyed leaves its document: whose keys these are knows each of them.
 */
export async function demandOwnKeys(
  client: MongoClient,
  databases: readonly string[],
  keysFolder: string,
): Promise<void> {
  const file = join(keysFolder, OWNER);
  const owner = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (owner !== undefined) {
    for (const database of databases)
      if ((await client.db(database).collection<KeyDocument>(CUSTOMER_KEYS).findOne({ _id: owner })) !== null) return;
    throw new Error(`${keysFolder} holds keys of another deployment: CUSTOMER_KEYS_FOLDER has to name another`);
  }
  const [known] = await oneKeyOfEach(client, databases);
  if (known === undefined) return;
  await mkdir(keysFolder, { recursive: true, mode: 0o700 });
  await replaceFile(file, Buffer.from(known));
}

/**
 * Replaces the copy of the keys by that of a moment of its own: what was destroyed since the back-up began is
 * gone from here too. The manifest names the files, so that one rename replaces all.
 */
export async function replaceKeys(
  client: MongoClient,
  listed: readonly CollectionCopy[],
  { keysFolder, encryption }: { readonly keysFolder: string; readonly encryption: Encryption },
): Promise<void> {
  const databases = listed.map(({ database }) => database);
  await demandOwnKeys(client, databases, keysFolder);
  await mkdir(keysFolder, { recursive: true, mode: 0o700 });
  const takenAt = new Date().toISOString();
  const writer = copyWriter(keysFolder, encryption);
  const copies = await withSnapshot(client, async (session) => {
    const copied: KeysCollection[] = [];
    for (const one of listed) {
      const file = `${CUSTOMER_KEYS}-${one.database}-${takenAt}.bson`;
      copied.push({ file, copy: await copyCollection(client, session, { copy: one, file: await writer.open(file) }) });
    }
    return copied;
  });
  await writer.finish({ takenAt, copies } satisfies KeysManifest);
  const files = [MANIFEST, ...copies.map(({ file }) => file)];
  const kept = [OWNER, ...files.map((file) => `${file}${encryption.ending}`)];
  for (const name of await readdir(keysFolder)) if (!kept.includes(name)) await rm(join(keysFolder, name));
}

/** The keys for a back-up: those of its deployment, and not older. */
export async function keysFor(
  { takenAt, customerKey, customerKeys = [], collections }: Manifest,
  keysFolder: string,
  decryption: Decryption,
): Promise<readonly KeysCopy[]> {
  const folder = await copyReader<KeysManifest>(keysFolder, decryption).catch((cause: Error) => {
    throw new Error(`the keys of customers cannot be read: ${cause.message}`, { cause });
  });
  const { manifest } = folder;
  if (manifest.takenAt < takenAt)
    throw new Error(`the keys of ${keysFolder} are of ${manifest.takenAt}, before the back-up: keys would be missing`);
  const keys = copiesOf(manifest).map(({ file, copy }) => ({ copy, read: () => folder.read(file) }));
  const areOwn = keys.every(({ copy }) => collections.some(({ database }) => database === copy.database));
  const wanted = new Set([...(customerKey === undefined ? [] : [customerKey]), ...customerKeys]);
  for (const { read } of keys) for await (const { _id } of read()) wanted.delete(_id as string);
  if (!areOwn || wanted.size > 0)
    throw new Error(`the keys of ${keysFolder} are of another deployment than the back-up`);
  return keys;
}

/** Charge alone had keys once. */
const copiesOf = ({ copies, file, copy }: KeysManifest): readonly KeysCollection[] =>
  copies ?? (file === undefined || copy === undefined ? [] : [{ file, copy }]);

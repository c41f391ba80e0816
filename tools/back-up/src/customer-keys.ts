import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { MongoClient } from '@gx/runtime/mongo';
import { type CopyReader, copyReader, copyWriter, MANIFEST, replaceFile } from './copy-folder.ts';
import { copyCollection, withSnapshot } from './databases.ts';
import type { Decryption, Encryption } from './encryption.ts';
import type { CollectionCopy, Manifest } from './manifest.ts';

export const CUSTOMER_KEYS = 'customer_keys';
/** Names one of the keys, in the clear: says whose keys these are, where nothing can be decrypted. */
const OWNER = 'owner';

type KeysManifest = { readonly takenAt: string; readonly file: string; readonly copy: CollectionCopy };
/** Every key that there is now, and what is left of each that was destroyed. */
export type KeysCopy = Pick<CopyReader<KeysManifest>, 'manifest'> & { readonly read: ReturnType<typeof reading> };

/** Beside the back-ups of a deployment. */
export const keysFolderBeside = (folder: string): string => join(dirname(resolve(folder)), 'customer-keys');

/**
 * Refuses a folder with the keys of another deployment. Keys are added and destroyed, and one that was
 * destroyed leaves its document: whose keys these are knows each of them.
 */
export async function demandOwnKeys(client: MongoClient, database: string, keysFolder: string): Promise<void> {
  const keys = client.db(database).collection<{ _id: string }>(CUSTOMER_KEYS);
  const file = join(keysFolder, OWNER);
  const owner = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const known = await keys.findOne(owner === undefined ? {} : { _id: owner }, { projection: { _id: 1 } });
  if (owner !== undefined && known === null)
    throw new Error(`${keysFolder} holds keys that ${database} never had: CUSTOMER_KEYS_FOLDER has to name another`);
  if (owner !== undefined || known === null) return;
  await mkdir(keysFolder, { recursive: true, mode: 0o700 });
  await replaceFile(file, Buffer.from(known._id));
}

/**
 * Replaces the copy of the keys by that of a moment of its own: what was destroyed since the back-up began is
 * gone from here too. The manifest names the file, so that one rename replaces both.
 */
export async function replaceKeys(
  client: MongoClient,
  listed: CollectionCopy,
  { keysFolder, encryption }: { readonly keysFolder: string; readonly encryption: Encryption },
): Promise<void> {
  await demandOwnKeys(client, listed.database, keysFolder);
  await mkdir(keysFolder, { recursive: true, mode: 0o700 });
  const takenAt = new Date().toISOString();
  const file = `${CUSTOMER_KEYS}-${takenAt}.bson`;
  const writer = copyWriter(keysFolder, encryption);
  const copy = await withSnapshot(client, async (session) =>
    copyCollection(client, session, { copy: listed, file: await writer.open(file) }),
  );
  await writer.finish({ takenAt, file, copy } satisfies KeysManifest);
  const kept = [OWNER, `${MANIFEST}${encryption.ending}`, `${file}${encryption.ending}`];
  for (const name of await readdir(keysFolder)) if (!kept.includes(name)) await rm(join(keysFolder, name));
}

/** The keys for a back-up: those of its deployment, and not older. */
export async function keysFor(
  { takenAt, customerKey, collections }: Manifest,
  keysFolder: string,
  decryption: Decryption,
): Promise<KeysCopy> {
  const copy = await copyReader<KeysManifest>(keysFolder, decryption).catch((cause: Error) => {
    throw new Error(`the keys of customers cannot be read: ${cause.message}`, { cause });
  });
  const { manifest } = copy;
  if (manifest.takenAt < takenAt)
    throw new Error(`the keys of ${keysFolder} are of ${manifest.takenAt}, before the back-up: keys would be missing`);
  const read = reading(copy);
  const isOwn = collections.some(({ database }) => database === manifest.copy.database);
  if (!isOwn || !(await holds(read(), customerKey)))
    throw new Error(`the keys of ${keysFolder} are of another deployment than the back-up`);
  return { manifest, read };
}

const reading =
  ({ read, manifest }: CopyReader<KeysManifest>) =>
  () =>
    read(manifest.file);

async function holds(keys: AsyncIterable<{ readonly _id?: unknown }>, id: string | undefined): Promise<boolean> {
  for await (const { _id } of keys) if (_id === id) return true;
  return false;
}

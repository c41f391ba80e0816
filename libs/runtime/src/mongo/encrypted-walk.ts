import type { ReencryptSecretsRequest, ReencryptSecretsResponse } from '@gx/contracts';
import { Refusal } from '@gx/core';
import { type Connection, mongo } from 'mongoose';
import type { Cipher, EncryptedValue } from '../crypto/cipher.ts';

/**
 * Where a service keeps encrypted secrets: a collection, and the fields of a document that hold one or null.
 */
export type EncryptedCollection = {
  readonly collection: string;
  readonly fields: readonly string[];
  /** Documents that are read and written at once, where a secret is larger than 16 KiB. */
  readonly batch?: number;
};
export type EncryptedWalk = (request: ReencryptSecretsRequest) => Promise<ReencryptSecretsResponse>;
type Deps = {
  readonly connection: Connection;
  readonly cipher: Cipher;
  readonly collections: readonly EncryptedCollection[];
};

/** Documents that one step looks at: ids and key ids alone, so that it takes milliseconds. */
const STEP = 2_000;
/** Secrets that are read and written at once, where nobody says otherwise; such are 16 KiB each at most. */
const BATCH = 200;

type Id = mongo.ObjectId | string;
type EncryptedDocument = { readonly _id: Id } & Readonly<Record<string, Partial<EncryptedValue> | null | undefined>>;
type Position = { readonly collection: string; readonly after?: Id };

/**
 * Walks everything that a service has encrypted, a step for each call, and encrypts again what is under
 * another key than the current one. A secret is replaced only where its ciphertext is still the one that was
 * read, so that nothing a writer did meanwhile is lost; versions and times of a document stay as they are,
 * since what it says does. Nothing is remembered between steps: a walk that broke off is begun anew and
 * passes over what is done.
 */
export function encryptedWalk(deps: Deps): EncryptedWalk {
  const { connection, cipher, collections } = deps;
  return async ({ after, dryRun }) => {
    const position = positionOf(after, collections);
    const current = collections.find(({ collection }) => collection === position.collection) as EncryptedCollection;
    const documents = connection.collection<{ _id: Id }>(current.collection);
    const names = Object.fromEntries(current.fields.map((field) => [`${field}.keyId`, 1]));
    const beyond = position.after === undefined ? {} : { _id: { $gt: position.after } };
    const found = (await documents
      .find(beyond, { projection: names, sort: { _id: 1 }, limit: STEP })
      .toArray()) as unknown as EncryptedDocument[];
    const stale = dryRun ? [] : found.filter((document) => isStale(document, current.fields, cipher.encryptionKeyId));
    const done = { reencrypted: 0, unreadable: 0 };
    const { batch = BATCH } = current;
    for (let start = 0; start < stale.length; start += batch) {
      const ids = stale.slice(start, start + batch).map(({ _id }) => _id);
      const { reencrypted, unreadable } = await reencryptBatch(deps, current, ids);
      done.reencrypted += reencrypted;
      done.unreadable += unreadable;
    }
    return {
      encryptionKeyId: cipher.encryptionKeyId,
      decryptionKeyIds: [...cipher.keyIds],
      counts: countsOf(found, current),
      ...done,
      ...nextOf(collections, current, found),
    };
  };
}

async function reencryptBatch(
  { connection, cipher }: Deps,
  { collection, fields }: EncryptedCollection,
  ids: readonly Id[],
): Promise<{ reencrypted: number; unreadable: number }> {
  const documents = connection.collection<{ _id: Id }>(collection);
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));
  const found = (await documents
    .find({ _id: { $in: [...ids] } }, { projection })
    .toArray()) as unknown as EncryptedDocument[];
  let unreadable = 0;
  const writes = found.flatMap((document) =>
    fields.flatMap((field) => {
      const encrypted = document[field];
      if (!isEncrypted(encrypted) || encrypted.keyId === cipher.encryptionKeyId) return [];
      const fresh = reencrypted(cipher, encrypted);
      if (fresh === undefined) {
        unreadable += 1;
        return [];
      }
      return [
        {
          updateOne: {
            filter: { _id: document._id, [`${field}.ciphertext`]: encrypted.ciphertext },
            update: { $set: { [field]: fresh } },
          },
        },
      ];
    }),
  );
  if (writes.length === 0) return { reencrypted: 0, unreadable };
  const { modifiedCount } = await documents.bulkWrite(writes as never, { ordered: false });
  return { reencrypted: modifiedCount, unreadable };
}

/** Undefined for what no key of the cipher opens: it stays as it is, and is counted. */
function reencrypted(cipher: Cipher, encrypted: EncryptedValue): EncryptedValue | undefined {
  try {
    return cipher.encrypt(cipher.decrypt(encrypted));
  } catch {
    return undefined;
  }
}

const isEncrypted = (value: Partial<EncryptedValue> | null | undefined): value is EncryptedValue =>
  typeof value?.keyId === 'string' && typeof value.ciphertext === 'string';

const isStale = (document: EncryptedDocument, fields: readonly string[], encryptionKeyId: string): boolean =>
  fields.some((field) => typeof document[field]?.keyId === 'string' && document[field].keyId !== encryptionKeyId);

/** How many secrets of these documents are under which key, as they were found. */
function countsOf(
  found: readonly EncryptedDocument[],
  { collection, fields }: EncryptedCollection,
): ReencryptSecretsResponse['counts'] {
  const counts = new Map<string, number>();
  for (const document of found)
    for (const field of fields) {
      const keyId = document[field]?.keyId;
      if (typeof keyId === 'string') counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
    }
  return [...counts].map(([keyId, values]) => ({ collection, keyId, values }));
}

/** Where the next step begins; nothing behind the last document of the last collection. */
function nextOf(
  collections: readonly EncryptedCollection[],
  current: EncryptedCollection,
  found: readonly EncryptedDocument[],
): { readonly next?: string } {
  const last = found.at(-1);
  if (last !== undefined && found.length === STEP) return cursor({ collection: current.collection, after: last._id });
  const following = collections[collections.indexOf(current) + 1];
  return following === undefined ? {} : cursor({ collection: following.collection });
}

const { EJSON } = mongo.BSON;
const cursor = (position: Position): { readonly next: string } => ({ next: EJSON.stringify(position) });

function positionOf(after: string | undefined, collections: readonly EncryptedCollection[]): Position {
  const [first] = collections;
  if (after === undefined) return { collection: first?.collection ?? '' };
  const position = readPosition(after);
  if (position && collections.some(({ collection }) => collection === position.collection)) return position;
  throw new Refusal('invalid_cursor', 'No such position in what is encrypted.', { param: 'after' });
}

function readPosition(after: string): Position | null | undefined {
  try {
    return EJSON.parse(after) as Position | null;
  } catch {
    return undefined;
  }
}

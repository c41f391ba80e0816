import { invariant } from '@gx/core';
import type { Connection } from 'mongoose';

type KeyDocument = { readonly _id: string; readonly pem: string };

/**
 * The bank's own signing key: the first process to ask makes it, all later ones, restarts included, get that
 * one.
 */
export async function signingKey(connection: Connection, generate: () => string): Promise<string> {
  const kept = await connection
    .collection<KeyDocument>('signing_keys')
    .findOneAndUpdate(
      { _id: 'payload' },
      { $setOnInsert: { pem: generate() } },
      { upsert: true, returnDocument: 'after' },
    );
  invariant(kept !== null, 'an upsert left no signing key');
  return kept.pem;
}

import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { Cipher, EncryptedValue } from '../crypto/cipher.ts';
import { isDuplicateKey } from './mongo.ts';

const ID = 'secret';
type SecretDocument = { readonly _id: typeof ID; readonly secret: EncryptedValue };
const BYTES = 32;

/**
 * A secret that a collection holds, the same for all replicas and for ever, whatever key it is encrypted
 * under: made by the first who wants it. What is known by it must never be forgotten by a key that is
 * replaced.
 */
export async function storedSecret(connection: Connection, cipher: Cipher, collection: string): Promise<Buffer> {
  const secrets = connection.collection<SecretDocument>(collection);
  const made = { _id: ID, secret: cipher.encrypt(randomBytes(BYTES).toString('base64')) } as const;
  await secrets.insertOne(made).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
  });
  const stands = await secrets.findOne({ _id: ID }, { readConcern: 'linearizable' });
  if (stands === null) throw new Error(`the secret of ${collection} is gone`);
  return Buffer.from(cipher.decrypt(stands.secret), 'base64');
}

/** The same, read when it is first needed: who cannot open it goes on with what does without. */
export function storedSecretOnDemand(
  connection: Connection,
  cipher: Cipher,
  collection: string,
): () => Promise<Buffer> {
  let secret: Promise<Buffer> | undefined;
  return () => {
    const reading = secret ?? storedSecret(connection, cipher, collection);
    secret = reading;
    // A failure is not remembered.
    reading.catch(() => {
      if (secret === reading) secret = undefined;
    });
    return reading;
  };
}

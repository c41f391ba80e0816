import { randomBytes } from 'node:crypto';
import type { Cipher, EncryptedValue } from '@gx/runtime';
import { isDuplicateKey } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

export const COLLECTION = 'destination_secrets';
type SecretDocument = { readonly _id: 'destinations'; readonly secret: EncryptedValue };
const BYTES = 32;

/**
 * The secret by which destinations are known. It is made once, for ever: with another one every destination
 * would be new, and no payout like one before it. It lives beside what is known by it, encrypted.
 */
export async function destinationSecret(connection: Connection, cipher: Cipher): Promise<Buffer> {
  const secrets = connection.collection<SecretDocument>(COLLECTION);
  const made = { _id: 'destinations' as const, secret: cipher.encrypt(randomBytes(BYTES).toString('base64')) };
  await secrets.insertOne(made).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
  });
  const stands = await secrets.findOne({ _id: 'destinations' }, { readConcern: 'linearizable' });
  if (stands === null) throw new Error('the secret of destinations is gone');
  return Buffer.from(cipher.decrypt(stands.secret), 'base64');
}

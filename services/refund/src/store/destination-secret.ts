import type { Cipher } from '@gx/runtime';
import { storedSecret } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

export const COLLECTION = 'destination_secrets';

/**
 * The secret by which destinations are known: with another one every destination would be new. Read when it is
 * first needed, for a refund without a destination has nothing to do with it.
 */
export function destinationSecret(connection: Connection, cipher: Cipher): () => Promise<Buffer> {
  let secret: Promise<Buffer> | undefined;
  return () => {
    const reading = secret ?? storedSecret(connection, cipher, COLLECTION);
    secret = reading;
    // A failure is not remembered.
    reading.catch(() => {
      if (secret === reading) secret = undefined;
    });
    return reading;
  };
}

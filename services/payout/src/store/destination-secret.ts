import type { Cipher } from '@gx/runtime';
import { storedSecret } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

export const COLLECTION = 'destination_secrets';

/**
 * The secret by which destinations are known: with another one every destination would be new, and no payout
 * like one before it.
 */
export const destinationSecret = (connection: Connection, cipher: Cipher): Promise<Buffer> =>
  storedSecret(connection, cipher, COLLECTION);

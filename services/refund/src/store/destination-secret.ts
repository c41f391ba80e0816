import type { Cipher } from '@gx/runtime';
import { storedSecretOnDemand } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

export const COLLECTION = 'destination_secrets';

/**
 * The secret by which destinations are known: with another one every destination would be new. A refund
 * without a destination has nothing to do with it.
 */
export const destinationSecret = (connection: Connection, cipher: Cipher): (() => Promise<Buffer>) =>
  storedSecretOnDemand(connection, cipher, COLLECTION);

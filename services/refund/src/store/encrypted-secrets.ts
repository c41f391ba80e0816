import type { Cipher } from '@gx/runtime';
import { type EncryptedWalk, encryptedWalk } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

/** Everything that this service keeps encrypted: where money goes back to, and the bodies that say so. */
export const encryptedSecrets = (connection: Connection, cipher: Cipher): EncryptedWalk =>
  encryptedWalk({ connection, cipher, collections: [{ collection: 'refunds', fields: ['body', 'destination'] }] });

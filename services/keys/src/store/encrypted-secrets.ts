import type { Cipher } from '@gx/runtime';
import { type EncryptedWalk, encryptedWalk } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

/** Everything that this service keeps encrypted: the secrets of second factors. */
export const encryptedSecrets = (connection: Connection, cipher: Cipher): EncryptedWalk =>
  encryptedWalk({ connection, cipher, collections: [{ collection: 'users', fields: ['totpSecret'] }] });

import type { Cipher } from '@gx/runtime';
import { type EncryptedWalk, encryptedWalk } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

/** Everything that this service keeps encrypted: what signs for endpoints and for accounts. */
export const encryptedSecrets = (connection: Connection, cipher: Cipher): EncryptedWalk =>
  encryptedWalk({
    connection,
    cipher,
    collections: [
      { collection: 'endpoints', fields: ['secret'] },
      { collection: 'signing_secrets', fields: ['secret'] },
    ],
  });

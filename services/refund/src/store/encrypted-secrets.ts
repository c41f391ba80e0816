import type { Cipher } from '@gx/runtime';
import { CUSTOMER_KEYS, type EncryptedWalk, encryptedWalk, NAMING_SECRETS } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { COLLECTION as DESTINATION_SECRETS } from './destination-secret.ts';

/**
 * Everything that this service keeps under its encryption key: bodies that name nobody, the keys of payees,
 * what an older version says of them, and secrets of ours.
 */
export const encryptedSecrets = (connection: Connection, cipher: Cipher): EncryptedWalk =>
  encryptedWalk({
    connection,
    cipher,
    collections: [
      { collection: 'refunds', fields: ['body', 'destination'] },
      { collection: CUSTOMER_KEYS, fields: ['wrapped'] },
      { collection: NAMING_SECRETS, fields: ['secret'] },
      { collection: DESTINATION_SECRETS, fields: ['secret'] },
    ],
  });

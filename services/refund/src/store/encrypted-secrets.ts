import type { Cipher } from '@gx/runtime';
import { type EncryptedWalk, encryptedWalk } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { COLLECTION as DESTINATION_SECRETS } from './destination-secret.ts';

/** Everything that this service keeps encrypted: where money goes, the bodies that say so, and a secret of ours. */
export const encryptedSecrets = (connection: Connection, cipher: Cipher): EncryptedWalk =>
  encryptedWalk({
    connection,
    cipher,
    collections: [
      { collection: 'refunds', fields: ['body', 'destination'] },
      { collection: DESTINATION_SECRETS, fields: ['secret'] },
    ],
  });

import type { Cipher } from '@gx/runtime';
import { type EncryptedWalk, encryptedWalk } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

/** Everything that this service keeps encrypted: credentials at banks, what banks wrote, and who paid. */
export const encryptedSecrets = (connection: Connection, cipher: Cipher): EncryptedWalk =>
  encryptedWalk({
    connection,
    cipher,
    collections: [
      { collection: 'bank_profiles', fields: ['clientSecret', 'certificateKey'] },
      { collection: 'provider_callbacks', fields: ['encrypted'] },
      { collection: 'charges', fields: ['payer'] },
    ],
  });

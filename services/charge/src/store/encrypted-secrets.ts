import type { Cipher } from '@gx/runtime';
import { CUSTOMER_KEYS, type EncryptedWalk, encryptedWalk, NAMING_SECRETS } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { EVIDENCE_COLLECTION } from './evidence.ts';

/** A file has 1 MiB, and is encrypted as text. */
const EVIDENCE_AT_ONCE = 4;

/**
 * Everything that this service keeps under its encryption key: credentials at banks, what banks wrote, who
 * paid, the keys of customers, and evidence.
 */
export const encryptedSecrets = (connection: Connection, cipher: Cipher): EncryptedWalk =>
  encryptedWalk({
    connection,
    cipher,
    collections: [
      { collection: 'bank_profiles', fields: ['clientSecret', 'certificateKey'] },
      { collection: 'provider_callbacks', fields: ['encrypted'] },
      { collection: 'charges', fields: ['payer'] },
      { collection: CUSTOMER_KEYS, fields: ['wrapped'] },
      { collection: NAMING_SECRETS, fields: ['secret'] },
      { collection: EVIDENCE_COLLECTION, fields: ['encrypted'], batch: EVIDENCE_AT_ONCE },
    ],
  });

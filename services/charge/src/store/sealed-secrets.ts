import type { SecretBox } from '@gx/runtime';
import { type SealedWalk, sealedWalk } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

/** Everything that this service keeps sealed: credentials at banks, what banks wrote, and who paid. */
export const sealedSecrets = (connection: Connection, box: SecretBox): SealedWalk =>
  sealedWalk({
    connection,
    box,
    collections: [
      { collection: 'bank_profiles', fields: ['clientSecret', 'certificateKey'] },
      { collection: 'provider_callbacks', fields: ['sealed'] },
      { collection: 'charges', fields: ['payer'] },
    ],
  });

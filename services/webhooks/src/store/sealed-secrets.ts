import type { SecretBox } from '@gx/runtime';
import { type SealedWalk, sealedWalk } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

/** Everything that this service keeps sealed: what signs for endpoints and for accounts. */
export const sealedSecrets = (connection: Connection, box: SecretBox): SealedWalk =>
  sealedWalk({
    connection,
    box,
    collections: [
      { collection: 'endpoints', fields: ['secret'] },
      { collection: 'signing_secrets', fields: ['secret'] },
    ],
  });

import type { SecretBox } from '@gx/runtime';
import { type SealedWalk, sealedWalk } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

/** Everything that this service keeps sealed: where money goes back to, and the bodies that say so. */
export const sealedSecrets = (connection: Connection, box: SecretBox): SealedWalk =>
  sealedWalk({ connection, box, collections: [{ collection: 'refunds', fields: ['body', 'destination'] }] });

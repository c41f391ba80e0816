import { createHmac } from 'node:crypto';
import type { Cipher } from '@gx/runtime';
import { storedSecretOnDemand } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { documentKey } from '../domain/velocity.ts';

export const NAMING_SECRETS = 'naming_secrets';

/**
 * What customers are found by: the hash of a document under a secret of the deployment, so that no list of all
 * documents tries it. A charge that names nobody has nothing to do with it.
 */
export function customerNames(connection: Connection, cipher: Cipher): (document: string) => Promise<string> {
  const secret = storedSecretOnDemand(connection, cipher, NAMING_SECRETS);
  return async (document) =>
    createHmac('sha256', await secret())
      .update(documentKey(document))
      .digest('base64url');
}

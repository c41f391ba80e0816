import { createHmac } from 'node:crypto';
import type { Cipher } from '@gx/runtime';
import { storedSecretOnDemand } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { documentKey } from '../domain/velocity.ts';

export const NAMING_SECRETS = 'naming_secrets';

/**
 * What customers are found by: the hash of a document under a secret of the deployment, so that no list of
 * all documents tries it; undefined for a document of punctuation alone, which names nobody.
 */
export function customerNames(connection: Connection, cipher: Cipher) {
  const secret = storedSecretOnDemand(connection, cipher, NAMING_SECRETS);
  return async (document: string): Promise<string | undefined> => {
    const key = documentKey(document);
    return key === ''
      ? undefined
      : createHmac('sha256', await secret())
          .update(key)
          .digest('base64url');
  };
}

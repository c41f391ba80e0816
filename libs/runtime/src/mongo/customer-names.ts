import { createHmac } from 'node:crypto';
import { type CustomerName, documentKey } from '@gx/core';
import type { Connection } from 'mongoose';
import type { Cipher } from '../crypto/cipher.ts';
import { storedSecretOnDemand } from './stored-secret.ts';

export const NAMING_SECRETS = 'naming_secrets';

/**
 * What customers are found by: the hash of a name under a secret of the deployment, so that no list of all
 * documents tries it; undefined for a document of punctuation alone, which names nobody.
 */
export function customerNames(connection: Connection, cipher: Cipher) {
  const secret = storedSecretOnDemand(connection, cipher, NAMING_SECRETS);
  return async (name: CustomerName): Promise<string | undefined> => {
    // No document has a colon once it is compared.
    const key = typeof name === 'string' ? documentKey(name) : `destination:${name.destination}`;
    return key === ''
      ? undefined
      : createHmac('sha256', await secret())
          .update(key)
          .digest('base64url');
  };
}

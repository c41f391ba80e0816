import { createHmac, randomBytes } from 'node:crypto';
import { InvariantViolation } from '@gx/core';
import type { Cipher, EncryptedValue } from '@gx/runtime';
import { isDuplicateKey } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { documentKey } from '../domain/velocity.ts';

type SecretDocument = { readonly _id: string; readonly wrapped: EncryptedValue };

export const NAMING_SECRETS = 'naming_secrets';
const CUSTOMERS = 'customers';
const SECRET_BYTES = 32;

/**
 * What customers are found by: the hash of a document under a secret of the deployment, which is made once
 * and stays. Without the encryption key of the service it names nobody, and no list of all documents tries
 * it. Read when it is first needed: a process that cannot open it goes on with what names nobody.
 */
export function customerNames(connection: Connection, cipher: Cipher): (document: string) => Promise<string> {
  let secret: Promise<Buffer> | undefined;
  return async (document) => {
    secret ??= namingSecret(connection, cipher);
    const reading = secret;
    const key = await reading.catch((error: unknown) => {
      if (secret === reading) secret = undefined;
      throw error;
    });
    return createHmac('sha256', key).update(documentKey(document)).digest('base64url');
  };
}

async function namingSecret(connection: Connection, cipher: Cipher): Promise<Buffer> {
  const secrets = connection.collection<SecretDocument>(NAMING_SECRETS);
  const read = async () => (await secrets.findOne({ _id: CUSTOMERS }))?.wrapped;
  const found = (await read()) ?? (await made(secrets, cipher, read));
  if (found === undefined) throw new InvariantViolation('the secret that names customers is neither made nor there');
  return Buffer.from(cipher.decrypt(found), 'base64');
}

type Secrets = { readonly insertOne: (document: SecretDocument) => Promise<unknown> };

async function made(secrets: Secrets, cipher: Cipher, read: () => Promise<EncryptedValue | undefined>) {
  const wrapped = cipher.encrypt(randomBytes(SECRET_BYTES).toString('base64'));
  try {
    await secrets.insertOne({ _id: CUSTOMERS, wrapped });
    return wrapped;
  } catch (error) {
    if (isDuplicateKey(error)) return read();
    throw error;
  }
}

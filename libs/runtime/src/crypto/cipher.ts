import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { unavailable } from '@gx/core';

/** A secret at rest: AES-256-GCM under the key that `keyId` names. */
export type EncryptedValue = { readonly keyId: string; readonly ciphertext: string };
export type Cipher = {
  readonly encrypt: (cleartext: string) => EncryptedValue;
  /**
   * Refused with `service_unavailable` where no key of the cipher opens it: a fault of the settings, which
   * somebody mends.
   */
  readonly decrypt: (encrypted: EncryptedValue) => string;
  /** The same for the same text and the same key that encrypts; without the key it gives nothing away. */
  readonly fingerprint: (cleartext: string) => string;
  /** Names the key that encrypts. */
  readonly encryptionKeyId: string;
  /** Names every key that decrypts, the one that encrypts first. An id gives nothing of its key away. */
  readonly keyIds: readonly string[];
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A shorter one is easier to forge. */
const TAG = { authTagLength: TAG_BYTES } as const;
/** Names a key by its bytes, and gives nothing of it away. */
export const keyIdOf = (key: Buffer): string =>
  createHash('sha256').update('gx-key-id:').update(key).digest('hex').slice(0, 16);

/**
 * Encrypts with the first key and opens with any of them, so that a key can be replaced while both are known.
 */
export function newCipher(current: Buffer, ...others: readonly Buffer[]): Cipher {
  // As key objects: Node prepares a buffer anew at every use, which costs more than the cipher.
  const keys = new Map([current, ...others].map((key) => [keyIdOf(key), createSecretKey(key)]));
  const currentId = keyIdOf(current);
  const encryption = createSecretKey(current);
  // One key for one purpose.
  const fingerprinting = createSecretKey(createHmac('sha256', encryption).update('gx-fingerprint').digest());
  return {
    encryptionKeyId: currentId,
    keyIds: [...keys.keys()],
    fingerprint: (cleartext) => createHmac('sha256', fingerprinting).update(cleartext).digest('hex'),
    encrypt: (cleartext) => {
      const nonce = randomBytes(NONCE_BYTES);
      const aes = createCipheriv('aes-256-gcm', encryption, nonce);
      const bytes = Buffer.concat([aes.update(cleartext, 'utf8'), aes.final()]);
      return { keyId: currentId, ciphertext: Buffer.concat([nonce, aes.getAuthTag(), bytes]).toString('base64') };
    },
    decrypt: ({ keyId, ciphertext }) => {
      const key = keys.get(keyId);
      if (key === undefined) throw unopened(new Error(`no key ${keyId} to open a stored secret`));
      const bytes = Buffer.from(ciphertext, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), TAG);
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

/** The caller learns no more than that it cannot be done now; the cause is for the log. */
function unopened(cause: Error): Error {
  const refusal = unavailable('The service cannot answer now. Retry with the same Idempotency-Key.');
  refusal.cause = cause;
  return refusal;
}

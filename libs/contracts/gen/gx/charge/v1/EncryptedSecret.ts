// Original file: gx/charge/v1/charge.proto


/**
 * A secret as it is stored: opened with the ENCRYPTION_KEY of that key id.
 */
export interface EncryptedSecretInput {
  'keyId'?: (string);
  'ciphertext'?: (string);
}

/**
 * A secret as it is stored: opened with the ENCRYPTION_KEY of that key id.
 */
export interface EncryptedSecret {
  'keyId': (string);
  'ciphertext': (string);
}

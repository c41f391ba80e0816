// Original file: gx/charge/v1/charge.proto


/**
 * A secret as it is stored: opened with the ENCRYPTION_KEY of that key id.
 */
export interface SealedSecretInput {
  'keyId'?: (string);
  'box'?: (string);
}

/**
 * A secret as it is stored: opened with the ENCRYPTION_KEY of that key id.
 */
export interface SealedSecret {
  'keyId': (string);
  'box': (string);
}

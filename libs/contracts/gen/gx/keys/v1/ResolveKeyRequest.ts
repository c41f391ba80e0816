// Original file: gx/keys/v1/keys.proto


export interface ResolveKeyRequestInput {
  /**
   * SHA-256 of the cleartext key, lower-case hex.
   */
  'fingerprint'?: (string);
}

export interface ResolveKeyRequest {
  /**
   * SHA-256 of the cleartext key, lower-case hex.
   */
  'fingerprint': (string);
}

// Original file: gx/webhooks/v1/webhooks.proto


export interface RotatedEndpointSecretInput {
  /**
   * Raw UUIDv7.
   */
  'id'?: (string);
  /**
   * 64 hex characters, shown once. From here on it signs whatever is sent.
   */
  'secret'?: (string);
}

export interface RotatedEndpointSecret {
  /**
   * Raw UUIDv7.
   */
  'id': (string);
  /**
   * 64 hex characters, shown once. From here on it signs whatever is sent.
   */
  'secret': (string);
}

// Original file: gx/keys/v1/keys.proto


export interface RevokeKeyByOperatorRequestInput {
  /**
   * Its fingerprint or its id: what lists and logs show of it, never the key itself.
   */
  'key'?: (string);
}

export interface RevokeKeyByOperatorRequest {
  /**
   * Its fingerprint or its id: what lists and logs show of it, never the key itself.
   */
  'key': (string);
}

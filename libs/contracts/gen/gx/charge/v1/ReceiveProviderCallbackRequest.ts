// Original file: gx/charge/v1/charge.proto


export interface ReceiveProviderCallbackRequestInput {
  'bankProfileId'?: (string);
  /**
   * The secret part of the registered address.
   */
  'token'?: (string);
  /**
   * The body as it came.
   */
  'body'?: (Buffer | Uint8Array | string);
}

export interface ReceiveProviderCallbackRequest {
  'bankProfileId': (string);
  /**
   * The secret part of the registered address.
   */
  'token': (string);
  /**
   * The body as it came.
   */
  'body': (Buffer);
}

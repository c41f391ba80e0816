// Original file: gx/charge/v1/charge.proto


export interface ReceiveProviderCallbackResponseInput {
  /**
   * Elements stored by this call; a repeated element counts 0.
   */
  'stored'?: (number);
}

export interface ReceiveProviderCallbackResponse {
  /**
   * Elements stored by this call; a repeated element counts 0.
   */
  'stored': (number);
}

// Original file: gx/charge/v1/charge.proto


export interface ReceiveBankNoticeResponseInput {
  /**
   * Elements stored by this call; a repeated element counts 0.
   */
  'stored'?: (number);
}

export interface ReceiveBankNoticeResponse {
  /**
   * Elements stored by this call; a repeated element counts 0.
   */
  'stored': (number);
}

// Original file: gx/refund/v1/refund.proto


export interface SettleReturnRequestInput {
  'returnId'?: (string);
  /**
   * Who did it, and how the money went back; kept with the return.
   */
  'operator'?: (string);
  'note'?: (string);
}

export interface SettleReturnRequest {
  'returnId': (string);
  /**
   * Who did it, and how the money went back; kept with the return.
   */
  'operator': (string);
  'note': (string);
}

// Original file: gx/refund/v1/refund.proto


export interface RetryReturnRequestInput {
  'returnId'?: (string);
}

export interface RetryReturnRequest {
  'returnId': (string);
}

// Original file: gx/refund/v1/refund.proto


export interface ListFailedReturnsRequestInput {
  'limit'?: (number);
}

export interface ListFailedReturnsRequest {
  'limit': (number);
}

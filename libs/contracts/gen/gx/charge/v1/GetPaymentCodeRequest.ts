// Original file: gx/charge/v1/charge.proto


export interface GetPaymentCodeRequestInput {
  'id'?: (string);
}

export interface GetPaymentCodeRequest {
  'id': (string);
}

// Original file: gx/charge/v1/charge.proto


export interface GetPaymentCodeResponseInput {
  'brCode'?: (string);
}

export interface GetPaymentCodeResponse {
  'brCode': (string);
}

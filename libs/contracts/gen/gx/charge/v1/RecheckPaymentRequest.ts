// Original file: gx/charge/v1/charge.proto


export interface RecheckPaymentRequestInput {
  'bankProfileId'?: (string);
  'endToEndId'?: (string);
}

export interface RecheckPaymentRequest {
  'bankProfileId': (string);
  'endToEndId': (string);
}

// Original file: gx/charge/v1/charge.proto


export interface GetCheckoutRequestInput {
  'id'?: (string);
}

export interface GetCheckoutRequest {
  'id': (string);
}

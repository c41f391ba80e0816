// Original file: gx/charge/v1/charge.proto


export interface SimulatePaymentResponseInput {
  'accepted'?: (boolean);
  'endToEndId'?: (string);
  'rejectionCode'?: (string);
  'rejectionMessage'?: (string);
  '_endToEndId'?: "endToEndId";
  '_rejectionCode'?: "rejectionCode";
  '_rejectionMessage'?: "rejectionMessage";
}

export interface SimulatePaymentResponse {
  'accepted': (boolean);
  'endToEndId'?: (string);
  'rejectionCode'?: (string);
  'rejectionMessage'?: (string);
  '_endToEndId'?: "endToEndId";
  '_rejectionCode'?: "rejectionCode";
  '_rejectionMessage'?: "rejectionMessage";
}

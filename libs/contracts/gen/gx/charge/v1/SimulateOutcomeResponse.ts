// Original file: gx/charge/v1/charge.proto


export interface SimulateOutcomeResponseInput {
  'accepted'?: (boolean);
  /**
   * Of the order at the acquirer, in its own word.
   */
  'orderStatus'?: (string);
  'rejectionCode'?: (string);
  'rejectionMessage'?: (string);
  '_rejectionCode'?: "rejectionCode";
  '_rejectionMessage'?: "rejectionMessage";
}

export interface SimulateOutcomeResponse {
  'accepted': (boolean);
  /**
   * Of the order at the acquirer, in its own word.
   */
  'orderStatus': (string);
  'rejectionCode'?: (string);
  'rejectionMessage'?: (string);
  '_rejectionCode'?: "rejectionCode";
  '_rejectionMessage'?: "rejectionMessage";
}

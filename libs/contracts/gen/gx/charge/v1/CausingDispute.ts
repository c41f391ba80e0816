// Original file: gx/charge/v1/charge_events.proto


export interface CausingDisputeInput {
  /**
   * Raw UUIDv7.
   */
  'disputeId'?: (string);
  /**
   * needs_response, won or lost.
   */
  'status'?: (string);
}

export interface CausingDispute {
  /**
   * Raw UUIDv7.
   */
  'disputeId': (string);
  /**
   * needs_response, won or lost.
   */
  'status': (string);
}

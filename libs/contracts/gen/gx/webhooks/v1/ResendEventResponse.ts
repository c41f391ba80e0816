// Original file: gx/webhooks/v1/webhooks.proto


export interface ResendEventResponseInput {
  /**
   * How many deliveries there are of this resend; 0 when nobody subscribes.
   */
  'deliveries'?: (number);
}

export interface ResendEventResponse {
  /**
   * How many deliveries there are of this resend; 0 when nobody subscribes.
   */
  'deliveries': (number);
}

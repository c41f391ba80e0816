// Original file: gx/refund/v1/refund.proto


export interface ListStatusesRequestInput {
  /**
   * At most 100.
   */
  'refundIds'?: (string)[];
}

export interface ListStatusesRequest {
  /**
   * At most 100.
   */
  'refundIds': (string)[];
}

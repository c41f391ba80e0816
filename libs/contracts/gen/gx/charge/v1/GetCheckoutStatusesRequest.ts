// Original file: gx/charge/v1/charge.proto


export interface GetCheckoutStatusesRequestInput {
  /**
   * At most 1000.
   */
  'ids'?: (string)[];
}

export interface GetCheckoutStatusesRequest {
  /**
   * At most 1000.
   */
  'ids': (string)[];
}

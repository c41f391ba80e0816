// Original file: gx/charge/v1/charge.proto


export interface GetCheckoutStandingsRequestInput {
  /**
   * At most 1000.
   */
  'ids'?: (string)[];
}

export interface GetCheckoutStandingsRequest {
  /**
   * At most 1000.
   */
  'ids': (string)[];
}

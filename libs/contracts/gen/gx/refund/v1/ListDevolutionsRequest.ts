// Original file: gx/refund/v1/refund.proto


export interface ListDevolutionsRequestInput {
  /**
   * At most 100.
   */
  'endToEndIds'?: (string)[];
  /**
   * Also what the bank has taken back of them by itself, under its own ids.
   */
  'bankReturns'?: (boolean);
}

export interface ListDevolutionsRequest {
  /**
   * At most 100.
   */
  'endToEndIds': (string)[];
  /**
   * Also what the bank has taken back of them by itself, under its own ids.
   */
  'bankReturns': (boolean);
}

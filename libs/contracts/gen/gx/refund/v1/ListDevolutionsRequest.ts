// Original file: gx/refund/v1/refund.proto


export interface ListDevolutionsRequestInput {
  /**
   * At most 100.
   */
  'endToEndIds'?: (string)[];
}

export interface ListDevolutionsRequest {
  /**
   * At most 100.
   */
  'endToEndIds': (string)[];
}

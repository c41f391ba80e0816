// Original file: gx/ledger/v1/ledger.proto


export interface ListPostedHoldsRequestInput {
  /**
   * At most 100: `refund:<refund id>`.
   */
  'references'?: (string)[];
}

export interface ListPostedHoldsRequest {
  /**
   * At most 100: `refund:<refund id>`.
   */
  'references': (string)[];
}

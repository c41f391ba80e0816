// Original file: gx/charge/v1/charge.proto


export interface HeardRefundInput {
  'refundId'?: (string);
  /**
   * As gx.refund.v1.Refund names it. A return that was taken up is IN_PROGRESS until it is back.
   */
  'status'?: (string);
}

export interface HeardRefund {
  'refundId': (string);
  /**
   * As gx.refund.v1.Refund names it. A return that was taken up is IN_PROGRESS until it is back.
   */
  'status': (string);
}

// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface BankReturnInput {
  'refundId'?: (string);
  'devolutionId'?: (string);
  'amount'?: (number | string | Long);
  /**
   * IN_PROGRESS, REFUNDED or FAILED.
   */
  'status'?: (string);
}

export interface BankReturn {
  'refundId': (string);
  'devolutionId': (string);
  'amount': (number);
  /**
   * IN_PROGRESS, REFUNDED or FAILED.
   */
  'status': (string);
}

// Original file: gx/refund/v1/refund.proto

import type { Long } from '@grpc/proto-loader';

export interface PixOutAtBankInput {
  /**
   * in_progress, sent, failed or unrecognised.
   */
  'status'?: (string);
  'amount'?: (number | string | Long);
  '_amount'?: "amount";
}

export interface PixOutAtBank {
  /**
   * in_progress, sent, failed or unrecognised.
   */
  'status': (string);
  'amount'?: (number);
  '_amount'?: "amount";
}

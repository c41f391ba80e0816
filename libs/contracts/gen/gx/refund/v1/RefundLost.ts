// Original file: gx/refund/v1/refund_events.proto

import type { Long } from '@grpc/proto-loader';

export interface RefundLostInput {
  'amount'?: (number | string | Long);
  'currency'?: (string);
  /**
   * What the bank takes for the Pix-out: the platform's cost.
   */
  'fee'?: (number | string | Long);
  'bankProfileId'?: (string);
}

export interface RefundLost {
  'amount': (number);
  'currency': (string);
  /**
   * What the bank takes for the Pix-out: the platform's cost.
   */
  'fee': (number);
  'bankProfileId': (string);
}

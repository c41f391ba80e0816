// Original file: gx/refund/v1/refund_events.proto

import type { Long } from '@grpc/proto-loader';

export interface RefundLostInput {
  'amount'?: (number | string | Long);
  'currency'?: (string);
}

export interface RefundLost {
  'amount': (number);
  'currency': (string);
}

// Original file: gx/refund/v1/refund.proto

import type { _gx_refund_v1_Refund_StatusInput, _gx_refund_v1_Refund_Status } from '../../../gx/refund/v1/Refund.ts';

export interface RefundStatusInput {
  'refundId'?: (string);
  'status'?: (_gx_refund_v1_Refund_StatusInput);
}

export interface RefundStatus {
  'refundId': (string);
  'status': (_gx_refund_v1_Refund_Status);
}

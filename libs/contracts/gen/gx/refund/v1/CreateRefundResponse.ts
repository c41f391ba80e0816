// Original file: gx/refund/v1/refund.proto

import type { RefundInput as _gx_refund_v1_RefundInput, Refund as _gx_refund_v1_Refund } from '../../../gx/refund/v1/Refund.ts';

export interface CreateRefundResponseInput {
  'refund'?: (_gx_refund_v1_RefundInput | null);
  /**
   * The key was used before with this very request: `refund` is the first answer again, PENDING.
   */
  'replayed'?: (boolean);
}

export interface CreateRefundResponse {
  'refund': (_gx_refund_v1_Refund | null);
  /**
   * The key was used before with this very request: `refund` is the first answer again, PENDING.
   */
  'replayed': (boolean);
}

// Original file: gx/refund/v1/refund.proto

import type { RefundInput as _gx_refund_v1_RefundInput, Refund as _gx_refund_v1_Refund } from '../../../gx/refund/v1/Refund.ts';

export interface ListRefundsResponseInput {
  'refunds'?: (_gx_refund_v1_RefundInput)[];
}

export interface ListRefundsResponse {
  'refunds': (_gx_refund_v1_Refund)[];
}

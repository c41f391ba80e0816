// Original file: gx/refund/v1/refund.proto

import type { RefundInput as _gx_refund_v1_RefundInput, Refund as _gx_refund_v1_Refund } from '../../../gx/refund/v1/Refund.ts';

export interface ListFailedReturnsResponseInput {
  'returns'?: (_gx_refund_v1_RefundInput)[];
}

export interface ListFailedReturnsResponse {
  'returns': (_gx_refund_v1_Refund)[];
}

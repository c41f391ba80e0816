// Original file: gx/refund/v1/refund.proto

import type { RefundStatusInput as _gx_refund_v1_RefundStatusInput, RefundStatus as _gx_refund_v1_RefundStatus } from '../../../gx/refund/v1/RefundStatus.ts';

export interface ListStatusesResponseInput {
  'refunds'?: (_gx_refund_v1_RefundStatusInput)[];
}

export interface ListStatusesResponse {
  'refunds': (_gx_refund_v1_RefundStatus)[];
}

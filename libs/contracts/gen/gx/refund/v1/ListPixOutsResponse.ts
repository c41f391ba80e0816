// Original file: gx/refund/v1/refund.proto

import type { OwnPixOutInput as _gx_refund_v1_OwnPixOutInput, OwnPixOut as _gx_refund_v1_OwnPixOut } from '../../../gx/refund/v1/OwnPixOut.ts';

export interface ListPixOutsResponseInput {
  /**
   * At most 50, the first that was ordered first.
   */
  'pixOuts'?: (_gx_refund_v1_OwnPixOutInput)[];
  /**
   * Absent from the last page.
   */
  'next'?: (string);
  '_next'?: "next";
}

export interface ListPixOutsResponse {
  /**
   * At most 50, the first that was ordered first.
   */
  'pixOuts': (_gx_refund_v1_OwnPixOut)[];
  /**
   * Absent from the last page.
   */
  'next'?: (string);
  '_next'?: "next";
}

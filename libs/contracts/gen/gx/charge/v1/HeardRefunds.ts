// Original file: gx/charge/v1/charge.proto

import type { HeardRefundInput as _gx_charge_v1_HeardRefundInput, HeardRefund as _gx_charge_v1_HeardRefund } from '../../../gx/charge/v1/HeardRefund.ts';

/**
 * What a charge has heard of its refunds and returns.
 */
export interface HeardRefundsInput {
  'refunds'?: (_gx_charge_v1_HeardRefundInput)[];
}

/**
 * What a charge has heard of its refunds and returns.
 */
export interface HeardRefunds {
  'refunds': (_gx_charge_v1_HeardRefund)[];
}

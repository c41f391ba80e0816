// Original file: gx/refund/v1/refund.proto

import type { _gx_refund_v1_Refund_StatusInput, _gx_refund_v1_Refund_Status } from '../../../gx/refund/v1/Refund.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * A devolution as we have it.
 */
export interface OwnDevolutionInput {
  'endToEndId'?: (string);
  /**
   * Ours, unique at the bank.
   */
  'bankId'?: (string);
  /**
   * 0 until it is reserved.
   */
  'amount'?: (number | string | Long);
  'status'?: (_gx_refund_v1_Refund_StatusInput);
}

/**
 * A devolution as we have it.
 */
export interface OwnDevolution {
  'endToEndId': (string);
  /**
   * Ours, unique at the bank.
   */
  'bankId': (string);
  /**
   * 0 until it is reserved.
   */
  'amount': (number);
  'status': (_gx_refund_v1_Refund_Status);
}

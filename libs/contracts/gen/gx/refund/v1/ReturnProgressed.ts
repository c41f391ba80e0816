// Original file: gx/refund/v1/refund_events.proto

import type { _gx_refund_v1_Refund_StatusInput, _gx_refund_v1_Refund_Status } from '../../../gx/refund/v1/Refund.ts';
import type { Long } from '@grpc/proto-loader';

export interface ReturnProgressedInput {
  'bankProfileId'?: (string);
  'endToEndId'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'reason'?: (string);
  /**
   * PENDING (it has the order: said only to whoever orders again before anything else was said), IN_PROGRESS,
   * REFUNDED, FAILED (given to the operator).
   */
  'status'?: (_gx_refund_v1_Refund_StatusInput);
}

export interface ReturnProgressed {
  'bankProfileId': (string);
  'endToEndId': (string);
  'amount': (number);
  'currency': (string);
  'reason': (string);
  /**
   * PENDING (it has the order: said only to whoever orders again before anything else was said), IN_PROGRESS,
   * REFUNDED, FAILED (given to the operator).
   */
  'status': (_gx_refund_v1_Refund_Status);
}

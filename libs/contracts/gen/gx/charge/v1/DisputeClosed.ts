// Original file: gx/charge/v1/charge_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The dispute is over: the money is the merchant's again, or it is gone.
 */
export interface DisputeClosedInput {
  'disputeId'?: (string);
  /**
   * As it was opened.
   */
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'won'?: (boolean);
  'bankProfileId'?: (string);
}

/**
 * The dispute is over: the money is the merchant's again, or it is gone.
 */
export interface DisputeClosed {
  'disputeId': (string);
  /**
   * As it was opened.
   */
  'amount': (number);
  'currency': (string);
  'won': (boolean);
  'bankProfileId': (string);
}

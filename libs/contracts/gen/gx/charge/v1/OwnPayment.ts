// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A Pix as we have it.
 */
export interface OwnPaymentInput {
  'endToEndId'?: (string);
  'amount'?: (number | string | Long);
  'settledAtMs'?: (number | string | Long);
  /**
   * accepted, held, returned, or unmatched payment: of no charge.
   */
  'decision'?: (string);
  /**
   * Empty for an unmatched payment.
   */
  'chargeId'?: (string);
  /**
   * The bank has given all of it back.
   */
  'returned'?: (boolean);
  'bankProfileId'?: (string);
}

/**
 * A Pix as we have it.
 */
export interface OwnPayment {
  'endToEndId': (string);
  'amount': (number);
  'settledAtMs': (number);
  /**
   * accepted, held, returned, or unmatched payment: of no charge.
   */
  'decision': (string);
  /**
   * Empty for an unmatched payment.
   */
  'chargeId': (string);
  /**
   * The bank has given all of it back.
   */
  'returned': (boolean);
  'bankProfileId': (string);
}

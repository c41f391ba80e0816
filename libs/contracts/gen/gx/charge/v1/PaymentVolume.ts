// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What was paid in the window, smallest unit.
 */
export interface PaymentVolumeInput {
  'currency'?: (string);
  'gross'?: (number | string | Long);
  'providerFees'?: (number | string | Long);
  'platformFees'?: (number | string | Long);
  /**
   * Gross less both fees.
   */
  'net'?: (number | string | Long);
  /**
   * Of gross, what has gone back since.
   */
  'refunded'?: (number | string | Long);
  'count'?: (number | string | Long);
  'averageTicket'?: (number | string | Long);
}

/**
 * What was paid in the window, smallest unit.
 */
export interface PaymentVolume {
  'currency': (string);
  'gross': (number);
  'providerFees': (number);
  'platformFees': (number);
  /**
   * Gross less both fees.
   */
  'net': (number);
  /**
   * Of gross, what has gone back since.
   */
  'refunded': (number);
  'count': (number);
  'averageTicket': (number);
}

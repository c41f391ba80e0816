// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The charges created in the window, as they stand now.
 */
export interface PaymentFunnelInput {
  'created'?: (number | string | Long);
  /**
   * Neither paid nor over.
   */
  'waitingPayment'?: (number | string | Long);
  /**
   * Ever paid, whatever happened afterwards.
   */
  'paid'?: (number | string | Long);
  'expired'?: (number | string | Long);
  'cancelled'?: (number | string | Long);
  'refused'?: (number | string | Long);
  /**
   * Given back whole: what was paid before, and what was never kept.
   */
  'refunded'?: (number | string | Long);
  /**
   * Paid of created, of a hundred, to two decimals; 0 when there are none.
   */
  'conversionRate'?: (number | string);
}

/**
 * The charges created in the window, as they stand now.
 */
export interface PaymentFunnel {
  'created': (number);
  /**
   * Neither paid nor over.
   */
  'waitingPayment': (number);
  /**
   * Ever paid, whatever happened afterwards.
   */
  'paid': (number);
  'expired': (number);
  'cancelled': (number);
  'refused': (number);
  /**
   * Given back whole: what was paid before, and what was never kept.
   */
  'refunded': (number);
  /**
   * Paid of created, of a hundred, to two decimals; 0 when there are none.
   */
  'conversionRate': (number);
}

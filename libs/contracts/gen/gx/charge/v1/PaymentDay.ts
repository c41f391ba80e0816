// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface PaymentDayInput {
  /**
   * YYYY-MM-DD, UTC.
   */
  'date'?: (string);
  'created'?: (number | string | Long);
  /**
   * Paid on that day, and their amounts in one currency: the one that was asked for, else BRL.
   */
  'paid'?: (number | string | Long);
  'volume'?: (number | string | Long);
}

export interface PaymentDay {
  /**
   * YYYY-MM-DD, UTC.
   */
  'date': (string);
  'created': (number);
  /**
   * Paid on that day, and their amounts in one currency: the one that was asked for, else BRL.
   */
  'paid': (number);
  'volume': (number);
}

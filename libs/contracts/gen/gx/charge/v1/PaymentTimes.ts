// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

/**
 * From creation to the bank's time of the payment, at most 1/32 off. Absent when nothing was paid.
 */
export interface PaymentTimesInput {
  'p50Ms'?: (number | string | Long);
  'p95Ms'?: (number | string | Long);
  '_p50Ms'?: "p50Ms";
  '_p95Ms'?: "p95Ms";
}

/**
 * From creation to the bank's time of the payment, at most 1/32 off. Absent when nothing was paid.
 */
export interface PaymentTimes {
  'p50Ms'?: (number);
  'p95Ms'?: (number);
  '_p50Ms'?: "p50Ms";
  '_p95Ms'?: "p95Ms";
}

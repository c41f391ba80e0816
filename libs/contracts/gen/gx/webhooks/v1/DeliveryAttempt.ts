// Original file: gx/webhooks/v1/webhooks.proto

import type { Long } from '@grpc/proto-loader';

/**
 * One HTTP try.
 */
export interface DeliveryAttemptInput {
  /**
   * 1 is the first.
   */
  'attempt'?: (number);
  'startedAtMs'?: (number | string | Long);
  /**
   * Absent when whoever made it died before it was over.
   */
  'durationMs'?: (number);
  'statusCode'?: (number);
  'error'?: (string);
  'requestHeaders'?: ({[key: string]: string});
  'responseBody'?: (string);
  '_durationMs'?: "durationMs";
  '_statusCode'?: "statusCode";
  '_error'?: "error";
  '_responseBody'?: "responseBody";
}

/**
 * One HTTP try.
 */
export interface DeliveryAttempt {
  /**
   * 1 is the first.
   */
  'attempt': (number);
  'startedAtMs': (number);
  /**
   * Absent when whoever made it died before it was over.
   */
  'durationMs'?: (number);
  'statusCode'?: (number);
  'error'?: (string);
  'requestHeaders': ({[key: string]: string});
  'responseBody'?: (string);
  '_durationMs'?: "durationMs";
  '_statusCode'?: "statusCode";
  '_error'?: "error";
  '_responseBody'?: "responseBody";
}

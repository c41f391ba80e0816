// Original file: gx/refund/v1/refund.proto

import type { Long } from '@grpc/proto-loader';

export interface ListPixOutsRequestInput {
  'bankProfileId'?: (string);
  /**
   * Ordered from then on, and before the other.
   */
  'fromMs'?: (number | string | Long);
  'toMs'?: (number | string | Long);
  /**
   * `next` of the page before.
   */
  'after'?: (string);
  '_after'?: "after";
}

export interface ListPixOutsRequest {
  'bankProfileId': (string);
  /**
   * Ordered from then on, and before the other.
   */
  'fromMs': (number);
  'toMs': (number);
  /**
   * `next` of the page before.
   */
  'after'?: (string);
  '_after'?: "after";
}

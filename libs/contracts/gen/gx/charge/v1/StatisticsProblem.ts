// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface StatisticsProblemInput {
  'accountId'?: (string);
  'livemode'?: (boolean);
  'day'?: (string);
  'method'?: (string);
  'currency'?: (string);
  /**
   * The sum that is wrong, what the rollup says and what its charges say.
   */
  'sum'?: (string);
  'stands'?: (number | string | Long);
  'recounted'?: (number | string | Long);
}

export interface StatisticsProblem {
  'accountId': (string);
  'livemode': (boolean);
  'day': (string);
  'method': (string);
  'currency': (string);
  /**
   * The sum that is wrong, what the rollup says and what its charges say.
   */
  'sum': (string);
  'stands': (number);
  'recounted': (number);
}
